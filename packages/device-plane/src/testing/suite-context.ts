import type { StoreWorld } from './store-world.ts';

export const SUITE_START = Date.UTC(2026, 0, 5, 8, 0, 0);

/** Store under test, and functions that create devices in it, for all parts of the suite. */
export interface SuiteContext {
  readonly world: () => StoreWorld;
  /** Claims a device for one test, in its own project unless one is given. */
  readonly claimDevice: (projectId?: number) => Promise<{ id: string; sn: string; projectId: number }>;
}
