import type { ApiKey, CallInput, Api } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
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

/** Downloads a file and saves it; busy until it has arrived. */
export function SaveFileButton<Key extends ApiKey>({
  children,
  disabled = false,
  input,
  name,
  operation,
}: SaveFileButtonProps<Key>) {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    await saveFile(operation, input, name).catch((error: unknown) => toast.error(error));
    setBusy(false);
  };
  return (
    <Button variant="default" loading={busy} disabled={disabled} onClick={() => void save()}>
      {children}
    </Button>
  );
}
