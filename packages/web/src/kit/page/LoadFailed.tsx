import { Button } from '@mantine/core';
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs';
import { toErrorSentence } from '../api/index.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';

/** Message instead of a list that could not be loaded. */
export function LoadFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <EmptyNote
      icon={<IconPlugConnectedX size={40} stroke={1.4} />}
      title={toErrorSentence(error)}
      action={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
