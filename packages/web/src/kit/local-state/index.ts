import { createLocalState } from './local-state.ts';

export type { Point } from './keys.ts';

/** What this browser and this tab keep. */
export const localState = createLocalState({ local: () => localStorage, session: () => sessionStorage });
