import { useQueryClient } from '@tanstack/react-query';
import { endSession, redirectToSignIn } from './session.ts';
import { toast } from '../toast.ts';

/** Returns the action that signs out and opens the sign-in page, also when the server does not answer. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      await endSession(client);
    } catch (error) {
      toast.error(error);
    }
    await redirectToSignIn('/');
  };
}
