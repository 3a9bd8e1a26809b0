import type { ConfigChange } from '@northlight/contract';
import { Button, Group, Modal, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useProject } from '../app/current.tsx';
import { plural } from '../kit/format/index.ts';
import { POPUP_WIDTHS } from '../ui/constants.ts';
import type { Collision } from './collisions.ts';
import type { Side } from './draft.ts';
import { useNetworkDraft } from './draft-context.tsx';
import classes from './network.module.css';

const SIDES: { value: Side; label: string }[] = [
  { value: 'mine', label: 'Mine' },
  { value: 'theirs', label: 'Theirs' },
];

/** Where the draft and what was applied meanwhile edited the same thing: whose edit stands. */
export function MergeDialog({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const draft = useNetworkDraft();
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const { collisions } = draft;
  const put = () => {
    draft.goOnTop(sides);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Both changed" size={POPUP_WIDTHS.wide}>
      <p className={classes['lead']}>
        Somebody applied another configuration of {project.name} after you began. Choose whose edit stands for{' '}
        {plural(collisions.length, 'setting')}; everything else of both is kept. Nothing is sent to a device
        yet.
      </p>
      <ul className={classes['collisions']}>
        {collisions.map((collision) => (
          <CollisionRow
            key={collision.id}
            collision={collision}
            side={sides[collision.id] ?? 'mine'}
            onSide={(side) => setSides({ ...sides, [collision.id]: side })}
          />
        ))}
      </ul>
      <Group justify="flex-end" mt="md" gap={8}>
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
        <Button onClick={put}>Put my changes on top</Button>
      </Group>
    </Modal>
  );
}

interface CollisionRowProps {
  readonly collision: Collision;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

function CollisionRow({ collision, onSide, side }: CollisionRowProps) {
  const title = titleOf(collision);
  return (
    <li className={classes['collision']}>
      <Group justify="space-between" wrap="nowrap">
        <strong>{title}</strong>
        <SegmentedControl
          aria-label={`Whose ${title}`}
          size="xs"
          data={SIDES}
          value={side}
          onChange={(value) => onSide(value)}
        />
      </Group>
      <Lines whose="Mine" chosen={side === 'mine'} lines={collision.mine} />
      <Lines whose="Theirs" chosen={side === 'theirs'} lines={collision.theirs} />
    </li>
  );
}

/** `VLAN 30` of `VLAN 30, name`. */
const titleOf = ({ mine, theirs }: Collision): string => (mine[0] ?? theirs[0])?.item ?? 'Setting';

interface LinesProps {
  readonly whose: string;
  readonly chosen: boolean;
  readonly lines: readonly ConfigChange[];
}

function Lines({ chosen, lines, whose }: LinesProps) {
  return (
    <div className={chosen ? classes['chosen'] : classes['left']}>
      <span>{whose}</span>
      <ul>
        {lines.map(({ after, label, now, setting }) => (
          <li key={setting}>
            {label !== undefined && `${label}: `}
            {after === undefined ? 'removed' : now === undefined ? after : `${now} → ${after}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
