import type { StoreWorld } from './store-world.ts';

export const SUITE_START = Date.UTC(2026, 0, 5, 8, 0, 0);

/** Shared by the parts of the suite: the store under test, and fresh devices in it. */
export interface SuiteContext {
  readonly world: () => StoreWorld;
  /** Claims a device for one test, in its own project unless one is given. */
  readonly claimDevice: (projectId?: number) => Promise<{ id: string; sn: string; projectId: number }>;
}
