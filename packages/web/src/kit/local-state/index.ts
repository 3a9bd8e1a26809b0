import { createLocalState } from './local-state.ts';

export type { Point } from './keys.ts';

/** State stored in this browser and this tab. */
export const localState = createLocalState({ local: () => localStorage, session: () => sessionStorage });
