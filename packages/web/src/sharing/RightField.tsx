import { Radio, Stack } from '@mantine/core';
import { RIGHT_DESCRIPTIONS, RIGHT_LABELS } from './share-labels.ts';

type Right = keyof typeof RIGHT_LABELS;
const RIGHTS: readonly Right[] = ['r', 'rw'];

interface RightFieldProps {
  readonly value: Right;
  readonly onChange: (right: Right) => void;
}

/** Selects read-only or read-write, with descriptions. */
export function RightField({ value, onChange }: RightFieldProps) {
  return (
    <Radio.Group label="Permission" value={value} onChange={(next) => onChange(next === 'rw' ? 'rw' : 'r')}>
      <Stack gap={8} mt={6}>
        {RIGHTS.map((right) => (
          <Radio
            key={right}
            value={right}
            label={RIGHT_LABELS[right]}
            description={RIGHT_DESCRIPTIONS[right]}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
