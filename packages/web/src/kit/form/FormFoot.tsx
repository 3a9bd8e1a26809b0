import { Alert, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormFootProps {
  readonly problem?: string | undefined;
  readonly submit: string;
  readonly busy?: boolean;
  readonly onCancel?: () => void;
  readonly children?: ReactNode;
}

/** What went wrong, and the buttons: one main action, at the right. */
export function FormFoot({ problem, submit, busy, onCancel, children }: FormFootProps) {
  return (
    <>
      {problem && (
        <Alert color="red" variant="outline" role="alert" mt="md" p="xs">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap={8}>
        {children}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={busy ?? false}>
          {submit}
        </Button>
      </Group>
    </>
  );
}
