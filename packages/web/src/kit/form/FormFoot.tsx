import { Button, Group } from '@mantine/core';
import { Notice } from '../../ui/Notice.tsx';

interface FormFootProps {
  readonly problem?: string | undefined;
  readonly submit: string;
  readonly busy?: boolean;
  readonly onCancel?: () => void;
  /** One wide button, for the pages before the door. */
  readonly wide?: boolean;
}

/** What went wrong, and the buttons: one main action, at the right. */
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
