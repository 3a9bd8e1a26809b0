import { Button, Group } from '@mantine/core';
import type { Permission } from '@northlight/contract';
import { GatedButton, deny } from '../kit/controls/GatedButton.tsx';
import { formatPlural } from '../kit/format/index.ts';

const POSSIBLE: Permission = { allowed: true };

/** Dark colours of both schemes, on which white text is readable. */
const WARNING_COLOR = '#9a5b00';
const DANGER_COLOR = '#b42318';

interface ReviewFootProps {
  /** Number of changes to apply; undefined hides the button. */
  readonly changes: number | undefined;
  /** Reason why the changes cannot be applied yet. */
  readonly blocked?: string | undefined;
  /** True if clients stay without a connection after the apply. */
  readonly isRisky?: boolean;
  /** True if connections that work now would be lost. */
  readonly isDangerous?: boolean;
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onBack: () => void;
}

export function ReviewFoot(props: ReviewFootProps) {
  const { blocked, busy, changes, isDangerous = false, isRisky = false, onApply, onBack } = props;
  return (
    <Group justify="flex-end" mt="lg" gap={8}>
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
      {changes !== undefined && (
        <GatedButton
          key="apply"
          can={blocked === undefined ? POSSIBLE : deny(blocked)}
          loading={busy}
          {...((isDangerous || isRisky) && { color: isDangerous ? DANGER_COLOR : WARNING_COLOR })}
          onClick={onApply}
        >
          Apply {formatPlural(changes, 'change')}
          {isDangerous && ' anyway'}
        </GatedButton>
      )}
    </Group>
  );
}
