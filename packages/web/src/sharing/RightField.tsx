import { Radio, Stack } from '@mantine/core';
import { RIGHT_MEANING, RIGHT_WORDS } from './words.ts';

type Right = keyof typeof RIGHT_WORDS;
const RIGHTS: readonly Right[] = ['r', 'rw'];

interface RightFieldProps {
  readonly value: Right;
  readonly onChange: (right: Right) => void;
}

/** Read-only or read-write, with what each of them means. */
export function RightField({ value, onChange }: RightFieldProps) {
  return (
    <Radio.Group label="Permission" value={value} onChange={(next) => onChange(next === 'rw' ? 'rw' : 'r')}>
      <Stack gap={8} mt={6}>
        {RIGHTS.map((right) => (
          <Radio key={right} value={right} label={RIGHT_WORDS[right]} description={RIGHT_MEANING[right]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
