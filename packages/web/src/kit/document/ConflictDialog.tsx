import type { EditSide } from '@northlight/contract';
import { Button, Group, Modal, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import classes from './document.module.css';

/** An item that both sides have changed, and each change of either side as a line. */
export interface ShownConflict {
  readonly address: string;
  readonly title: string;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

interface ConflictDialogProps {
  /** Explains what happened, and what happens after the choice. */
  readonly lead: ReactNode;
  readonly conflicts: readonly ShownConflict[];
  readonly onResolve: (choose: (address: string) => EditSide) => void;
  readonly onClose: () => void;
}

const SIDES: { value: EditSide; label: string }[] = [
  { value: 'mine', label: 'Mine' },
  { value: 'theirs', label: 'Theirs' },
];

/** Asks which change to keep for each item of a document that both sides have changed. */
export function ConflictDialog({ conflicts, lead, onClose, onResolve }: ConflictDialogProps) {
  const [sides, setSides] = useState<ReadonlyMap<string, EditSide>>(new Map());
  const choose = (address: string): EditSide => sides.get(address) ?? 'mine';
  const confirm = () => {
    onResolve(choose);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Resolve conflicts" size={POPUP_WIDTHS.wide}>
      <p className="mut below">{lead}</p>
      <ul className="grid gap-8">
        {conflicts.map((conflict) => (
          <ConflictRow
            key={conflict.address}
            conflict={conflict}
            side={choose(conflict.address)}
            onSide={(side) => setSides(new Map([...sides, [conflict.address, side]]))}
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

interface ConflictRowProps {
  readonly conflict: ShownConflict;
  readonly side: EditSide;
  readonly onSide: (side: EditSide) => void;
}

function ConflictRow({ conflict: { mine, theirs, title }, onSide, side }: ConflictRowProps) {
  return (
    <li className="grid gap-6 panel padded">
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
      <Lines whose="Mine" isChosen={side === 'mine'} lines={mine} />
      <Lines whose="Theirs" isChosen={side === 'theirs'} lines={theirs} />
    </li>
  );
}

interface LinesProps {
  readonly whose: string;
  readonly isChosen: boolean;
  readonly lines: readonly string[];
}

function Lines({ isChosen, lines, whose }: LinesProps) {
  return (
    <div className={isChosen ? classes['chosen'] : `mut ${classes['left']}`}>
      <span>{whose}</span>
      <ul className="grid">
        {lines.map((line) => (
          <li key={line}>{isChosen ? line : <del>{line}</del>}</li>
        ))}
      </ul>
    </div>
  );
}
