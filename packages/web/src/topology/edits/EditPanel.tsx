import {
  formatPositionKey,
  INTERNET_ID,
  type LayoutDirection,
  manualDevice,
  ROOT_KEY,
  type Topology,
  TOPOLOGY_DOCUMENT,
  type TopologyLink,
  type TopologyNode,
} from '@northlight/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { deny, GatedButton } from '../../kit/controls/GatedButton.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { formatEnd } from '../links/link-facts.ts';
import classes from '../topology.module.css';
import { createRemoval } from './topology-changes.ts';
import { MANUAL_TYPE_OPTIONS } from './manual-parts.ts';
import type { EditMode } from './use-edit-mode.ts';

interface CardPanelProps {
  readonly mode: EditMode;
  readonly node: Pick<TopologyNode, 'id' | 'kind' | 'name' | 'manualType' | 'neighbour'>;
  readonly topology: Topology;
  readonly direction: LayoutDirection;
}

const ALLOWED = { allowed: true } as const;
const { remove, set } = TOPOLOGY_DOCUMENT;

/** Edits of a card: its name, whether it is the root or hidden, and its position. */
export function CardEditPanel({ direction, mode, node, topology }: CardPanelProps) {
  const { edits } = mode;
  const { id, kind } = node;
  const isMoved = edits.positions.some((each) => each.nodeId === id && each.direction === direction);
  const isRoot = topology.rootId === id;
  const rootId = edits.rootId ?? topology.rootId;
  return (
    <div className={`column gap-12 ${classes['editPanel']}`}>
      {kind === 'manual-device' && <ManualDeviceForm key={id} mode={mode} node={node} />}
      {kind === 'unknown-device' && (
        <NameForm
          key={id}
          name={node.name ?? ''}
          announced={node.neighbour?.name}
          onSave={(name) => mode.add(name ? set('names', { nodeId: id, name }) : remove('names', id))}
        />
      )}
      {kind === 'device' && (
        <GatedButton
          variant="default"
          can={rootId === id ? deny('This device is the root already.') : ALLOWED}
          onClick={() => mode.add(set('root', id))}
        >
          Use as root
        </GatedButton>
      )}
      {edits.rootId === id && (
        <Button variant="default" onClick={() => mode.add(remove('root', ROOT_KEY))}>
          Use the gateway as root again
        </Button>
      )}
      {edits.rootId !== topology.edits.rootId && (
        <p className="mut">The links are drawn from the new root after you save.</p>
      )}
      {id !== INTERNET_ID && (
        <GatedButton
          variant="default"
          can={isRoot ? deny('The root cannot be hidden.') : ALLOWED}
          onClick={() => mode.add(set('hidden', id))}
        >
          Hide with everything below it
        </GatedButton>
      )}
      <GatedButton
        variant="default"
        can={isMoved ? ALLOWED : deny('This card was not moved.')}
        onClick={() => mode.add(remove('positions', formatPositionKey({ nodeId: id, direction })))}
      >
        Reset position
      </GatedButton>
      {kind === 'manual-device' && (
        <Button variant="default" color="red" onClick={() => mode.add(...createRemoval(edits, id))}>
          Remove device
        </Button>
      )}
    </div>
  );
}

interface NameFormProps {
  readonly name: string;
  /** Name that the device announces to its neighbours. */
  readonly announced: string | undefined;
  readonly onSave: (name: string) => void;
}

function NameForm({ announced, name, onSave }: NameFormProps) {
  const [text, setText] = useState(name);
  const save = () => text.trim() !== name && onSave(text.trim());
  return (
    <TextInput
      label="Name"
      description={
        announced === undefined
          ? 'Reports do not name this device.'
          : `The device announces the name ${announced}. An empty field shows it.`
      }
      maxLength={64}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key }) => key === 'Enter' && save()}
    />
  );
}

function ManualDeviceForm({ mode, node }: Pick<CardPanelProps, 'mode' | 'node'>) {
  const { id, manualType: type = 'other', name = '' } = node;
  const [text, setText] = useState(name);
  const [isWrong, setWrong] = useState(false);
  const save = (next: { readonly name: string; readonly type: string | null }) => {
    const { data } = manualDevice.safeParse(next);
    setWrong(data === undefined);
    if (data && (data.name !== name || data.type !== type)) mode.add(set('devices', { id, ...data }));
  };
  return (
    <>
      <TextInput
        label="Name"
        maxLength={64}
        value={text}
        error={isWrong && 'Enter a name.'}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={() => save({ name: text, type })}
        onKeyDown={({ key }) => key === 'Enter' && save({ name: text, type })}
      />
      <Select
        label="Type"
        allowDeselect={false}
        data={MANUAL_TYPE_OPTIONS}
        value={type}
        onChange={(value) => save({ name: text, type: value })}
      />
    </>
  );
}

interface LinkPanelProps {
  readonly mode: EditMode;
  readonly link: TopologyLink;
  readonly topology: Topology;
}

/** Edits of a link: one that was added by hand can be removed. */
export function LinkEditPanel({ link, mode, topology }: LinkPanelProps) {
  const { lower, upper } = link;
  const own = mode.edits.links.find(
    (each) => each.upper.nodeId === upper.nodeId && each.lower.nodeId === lower.nodeId,
  );
  return (
    <div className={`column gap-12 ${classes['editPanel']}`}>
      <Facts
        items={[
          { label: 'Upstream', value: formatEnd(link, 'upper', topology) },
          { label: 'Downstream', value: formatEnd(link, 'lower', topology) },
        ]}
      />
      <GatedButton
        variant="default"
        can={own ? ALLOWED : deny('Only links that were added by hand can be removed.')}
        onClick={() => own && mode.add(remove('links', own.id))}
      >
        Remove link
      </GatedButton>
    </div>
  );
}
