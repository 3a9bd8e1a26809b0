import { Button, Group } from '@mantine/core';
import type { Permission } from '@northlight/contract';
import { GatedButton, off } from '../kit/controls/GatedButton.tsx';
import { plural } from '../kit/format/index.ts';

const POSSIBLE: Permission = { allowed: true };

interface ReviewFootProps {
  /** Number of changes to apply; undefined hides the button. */
  readonly changes: number | undefined;
  /** Reason why the changes cannot be applied yet. */
  readonly blocked?: string | undefined;
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onBack: () => void;
}

export function ReviewFoot({ blocked, busy, changes, onApply, onBack }: ReviewFootProps) {
  return (
    <Group justify="flex-end" mt="lg" gap={8}>
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
      {changes !== undefined && (
        <GatedButton
          key="apply"
          can={blocked === undefined ? POSSIBLE : off(blocked)}
          loading={busy}
          onClick={onApply}
        >
          Apply {plural(changes, 'change')}
        </GatedButton>
      )}
    </Group>
  );
}
