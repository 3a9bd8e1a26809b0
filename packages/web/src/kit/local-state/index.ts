import { createLocalState } from './local-state.ts';

export type { Point } from './keys.ts';

/** State that is stored in this browser and in this tab. */
export const localState = createLocalState({ local: () => localStorage, session: () => sessionStorage });
