import type { ConfigChange } from '@northlight/contract';
import { Button, Group, Modal, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { formatPlural } from '../kit/format/index.ts';
import { POPUP_WIDTHS } from '../ui/constants.ts';
import type { Collision } from './collisions.ts';
import type { EditSide } from './draft.ts';
import { useNetworkDraft } from './draft-context.tsx';
import classes from './network.module.css';

const SIDES: { value: EditSide; label: string }[] = [
  { value: 'mine', label: 'Mine' },
  { value: 'theirs', label: 'Theirs' },
];

/** Asks which edit to keep for each item that both the draft and the applied configuration have changed. */
export function MergeDialog({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const draft = useNetworkDraft();
  const [sides, setSides] = useState<Readonly<Record<string, EditSide>>>({});
  const { collisions } = draft;
  const confirm = () => {
    draft.rebaseEdits(sides);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Resolve conflicts" size={POPUP_WIDTHS.wide}>
      <p className={classes['lead']}>
        Another configuration of {project.name} was applied after you started editing. Choose which change to
        keep for {formatPlural(collisions.length, 'setting')}. All other changes are kept. Nothing is sent to
        devices yet.
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
        <Button onClick={confirm}>Reapply my changes</Button>
      </Group>
    </Modal>
  );
}

interface CollisionRowProps {
  readonly collision: Collision;
  readonly side: EditSide;
  readonly onSide: (side: EditSide) => void;
}

function CollisionRow({ collision, onSide, side }: CollisionRowProps) {
  const title = getCollisionTitle(collision);
  return (
    <li className={classes['collision']}>
      <Group justify="space-between" wrap="nowrap">
        <strong>{title}</strong>
        <SegmentedControl
          aria-label={`Change to keep for ${title}`}
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

/** Returns the item's title of a collision: `VLAN 30` for a change of `VLAN 30, name`. */
const getCollisionTitle = ({ mine, theirs }: Collision): string => (mine[0] ?? theirs[0])?.item ?? 'Setting';

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
