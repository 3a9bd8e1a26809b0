import { MINUTE_MS } from '@northlight/runtime';
import type { ChangeableSite, ScriptedChange } from './day-of-changes.ts';
import { compareWithWiring, type DrawnGraph, type TrueLink } from './wired-office.ts';

/** Time after a change from which the graph equals the wiring. */
const FOLLOWS_MS = 2 * MINUTE_MS;

/** A site whose time a test passes, with its wiring and its graph. */
export interface WatchedSite extends ChangeableSite {
  readonly pass: (ms: number) => Promise<void>;
  readonly listTrueLinks: () => readonly TrueLink[];
}

/**
 * Plays changes at the same distance, and reads the graph after each minute. Returns the differences from the wiring
 * from 2 min after each change.
 */
export async function playChanges(
  site: WatchedSite,
  changes: readonly ScriptedChange[],
  distanceMs: number,
  readGraph: () => Promise<DrawnGraph> | DrawnGraph,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const passMinutes = async (title: string): Promise<void> => {
    for (let passed = MINUTE_MS; passed <= distanceMs; passed += MINUTE_MS) {
      await site.pass(MINUTE_MS);
      const graph = await readGraph();
      if (passed < FOLLOWS_MS) continue;
      const differences = compareWithWiring(site.listTrueLinks(), graph);
      if (differences.length > 0)
        faults.push(`${title}, ${passed / MINUTE_MS} min: ${differences.join('; ')}`);
    }
  };
  await passMinutes('the beginning');
  for (const { make, title } of changes) {
    await make(site);
    await passMinutes(title);
  }
  return faults;
}
