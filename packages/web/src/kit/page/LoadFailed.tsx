import { Button } from '@mantine/core';
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs';
import { ApiError, toErrorSentence } from '../api/index.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';

const FORBIDDEN = 403;

/** Message instead of a list that could not be loaded; without a retry if the caller has no access to the list. */
export function LoadFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <EmptyNote
      icon={<IconPlugConnectedX size={40} stroke={1.4} />}
      title={toErrorSentence(error)}
      action={
        !(error instanceof ApiError && error.status === FORBIDDEN) && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    />
  );
}
