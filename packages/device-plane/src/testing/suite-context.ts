import type { StoreWorld } from './store-world.ts';

export const SUITE_START = Date.UTC(2026, 0, 5, 8, 0, 0);

/** What the parts of the suite share: the world under test, and fresh devices in it. */
export interface SuiteContext {
  readonly world: () => StoreWorld;
  /** A claimed device that no other test has, in a project of its own unless one is given. */
  readonly claimDevice: (projectId?: number) => Promise<{ id: string; sn: string; projectId: number }>;
}
