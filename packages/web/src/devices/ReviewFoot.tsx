import { Button, Group } from '@mantine/core';
import { plural } from '../kit/format/index.ts';

interface ReviewFootProps {
  /** How many would be applied; undefined while that cannot be done. */
  readonly changes: number | undefined;
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onBack: () => void;
}

export function ReviewFoot({ changes, busy, onApply, onBack }: ReviewFootProps) {
  return (
    <Group justify="flex-end" mt="lg" gap={8}>
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
      {changes !== undefined && (
        <Button key="apply" loading={busy} onClick={onApply}>
          Apply {plural(changes, 'change')}
        </Button>
      )}
    </Group>
  );
}
