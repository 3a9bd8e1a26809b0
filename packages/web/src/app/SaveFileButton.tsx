import type { ApiKey, CallInput, Api } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toast } from './toast.ts';
import { saveFile } from '../kit/api/index.ts';

interface SaveFileButtonProps<Key extends ApiKey> {
  readonly operation: Key;
  readonly input: CallInput<Api[Key]>;
  /** Name of the saved file. */
  readonly name: string;
  readonly disabled?: boolean;
  readonly children: string;
}

/** Button that downloads a file and saves it. It is busy until the file has arrived. */
export function SaveFileButton<Key extends ApiKey>({
  children,
  disabled = false,
  input,
  name,
  operation,
}: SaveFileButtonProps<Key>) {
  const save = useMutation({
    mutationFn: () => saveFile(operation, input, name),
    meta: { busy: 'loading' },
    onError: (error) => toast.error(error),
  });
  return (
    <Button variant="default" loading={save.isPending} disabled={disabled} onClick={() => save.mutate()}>
      {children}
    </Button>
  );
}
