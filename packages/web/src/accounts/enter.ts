import { announceSession, rememberProject } from '../app/session-storage.ts';
import { returnAddress } from './return-address.ts';

/** A session has begun: the console is loaded fresh, so that nothing of an earlier one stays. */
export function enterConsole(): void {
  rememberProject(undefined);
  announceSession('in');
  const wanted = new URLSearchParams(window.location.search).get('return') ?? undefined;
  window.location.assign(returnAddress(wanted));
}
