import { Button, Group } from '@mantine/core';
import { Notice } from '../../ui/Notice.tsx';

interface FormFootProps {
  readonly problem?: string | undefined;
  readonly submit: string;
  readonly busy?: boolean | undefined;
  readonly onCancel?: (() => void) | undefined;
  /** Shows one button in full width, for sign-in pages. */
  readonly wide?: boolean | undefined;
}

/** Footer of a form with its error and its buttons. The main action is on the right. */
export function FormFoot({ problem, submit, busy, onCancel, wide }: FormFootProps) {
  return (
    <>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Group justify="flex-end" mt="lg" gap={8}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={busy ?? false} flex={wide ? 1 : undefined} size={wide ? 'sm' : 'xs'}>
          {submit}
        </Button>
      </Group>
    </>
  );
}
