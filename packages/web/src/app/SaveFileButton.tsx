import type { ApiKey, CallInput, Api } from '@northlight/contract';
import { useMutation } from '@tanstack/react-query';
import { toast } from './toast.ts';
import { saveFile } from '../kit/api/index.ts';
import { deny } from '../kit/controls/GatedButton.tsx';
import { PageAction } from '../kit/page/index.ts';

interface SaveFileButtonProps<Key extends ApiKey> {
  readonly operation: Key;
  readonly input: CallInput<Api[Key]>;
  /** Name of the saved file. */
  readonly name: string;
  /** Reason why there is nothing to save; absent if there is something. */
  readonly without?: string | undefined;
  readonly children: string;
}

/** Action of a page that downloads a file and saves it. It is busy until the file has arrived. */
export function SaveFileButton<Key extends ApiKey>({
  children,
  input,
  name,
  operation,
  without,
}: SaveFileButtonProps<Key>) {
  const save = useMutation({
    mutationFn: () => saveFile(operation, input, name),
    meta: { busy: 'loading' },
    onError: (error) => toast.error(error),
  });
  return (
    <PageAction
      {...(without !== undefined && { can: deny(without) })}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {children}
    </PageAction>
  );
}
