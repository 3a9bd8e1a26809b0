import { useEffect } from 'react';
import { onSessionElsewhere } from './session-storage.ts';

/** Another tab signed in or out: this one must not go on showing what the old session saw. */
export function useSessionElsewhere(): void {
  useEffect(() => onSessionElsewhere(() => window.location.reload()), []);
}
