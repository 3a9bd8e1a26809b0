import type { NetworkConfig } from '@northlight/contract';
import { createProject, type TestBrowser } from '@northlight/server/testing';
import { startBenchWorld } from './bench-world.ts';
import { type Figure, formatSeconds } from './figure.ts';

const PROJECTS = 100;
const EDITS = 100;
/** Number of windows that edit one draft at the same time, each based on the version that it last read. */
const WINDOWS = 5;
const PROJECTS_AT_ONCE = 2;

interface Tally {
  lost: number;
  overtaken: number;
  /** Number of applies that replaced another version than their base. */
  slipped: number;
}

const createRoute = (index: number) => ({
  name: `route${index}`,
  destination: `10.${Math.floor(index / 250)}.${index % 250}.0`,
  prefix: 24,
  nextHop: '192.168.1.9',
});

/** R15: sends 10,000 concurrent edits of drafts, then concurrent applies of one version from all windows. */
export async function measureLostEdits(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const { browser } = world;
  const tally: Tally = { lost: 0, overtaken: 0, slipped: 0 };
  const start = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next++ < PROJECTS) await editProject(browser, tally);
  };
  await Promise.all(Array.from({ length: PROJECTS_AT_ONCE }, work));
  const total = PROJECTS * EDITS;
  const text = `${total} edits by ${WINDOWS} windows a draft in ${formatSeconds(performance.now() - start)}: ${tally.lost} lost, ${tally.overtaken} times overtaken and made again; of ${PROJECTS * WINDOWS} applies at once ${tally.slipped} over another`;
  return [{ id: 'R15', text, goal: '0 lost, 0 over another', reached: tally.lost + tally.slipped === 0 }];
}

async function editProject(browser: TestBrowser, tally: Tally): Promise<void> {
  const { id: projectId } = await createProject(browser);
  const params = { projectId };
  let edit = 0;
  const window = async (): Promise<void> => {
    for (let mine = edit++; mine < EDITS; mine = edit++) {
      for (;;) {
        const { draft } = await browser.call('networkDraftGet', { params });
        const config: NetworkConfig = {
          vlans: [],
          dhcpPools: [],
          staticRoutes: [...(draft?.config.staticRoutes ?? []), createRoute(mine)],
        };
        const body = { version: draft?.version ?? 0, baseVersion: 0, config };
        if (await succeeds(browser.call('networkDraftSave', { params, body }))) break;
        tally.overtaken += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: WINDOWS }, window));
  const { draft } = await browser.call('networkDraftGet', { params });
  const kept = new Set(draft?.config.staticRoutes?.map(({ name }) => name));
  tally.lost += EDITS - kept.size;
  const applies = Array.from({ length: WINDOWS }, (_, index) => {
    const config = { vlans: [], dhcpPools: [], staticRoutes: [createRoute(index)] };
    return succeeds(browser.call('networkConfigApply', { params, body: { baseVersion: 0, config } }));
  });
  const applied = (await Promise.all(applies)).filter(Boolean).length;
  tally.slipped += applied - 1;
}

/** Resolves to false for a conflict; rejects with other errors. */
async function succeeds(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (String(error).includes('answered 409')) return false;
    throw error;
  }
}
