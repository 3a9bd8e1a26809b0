import type { Topology } from '@northlight/contract';
import { drawRandomInt, HOUR_MS, MINUTE_MS, SeededEntropy } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { DAY_OF_CHANGES } from './testing/day-of-changes.ts';
import { createLivingSite } from './testing/living-site.ts';
import { playChanges } from './testing/play-changes.ts';

const SAMPLES = 100;

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

/** The part of a topology that a past time must show again: evidence is renewed without a new link. */
const presentHistory = ({ links, nodes, rootId }: Topology) => ({
  rootId,
  nodes: nodes.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  links: links
    .map(({ begunBy, id, isInTree, lower, since, upper }) => ({ id, upper, lower, isInTree, since, begunBy }))
    .toSorted((one, other) => one.id - other.id),
});

describe.each([
  { count: 1, length: '6 min', seed: 3, distanceMs: 3 * MINUTE_MS, tags: [] },
  { count: 40, length: '3 hours', seed: 1, distanceMs: 4 * MINUTE_MS, tags: ['proof'] },
])('$count changes in $length', ({ count, distanceMs, seed, tags }) => {
  it(
    'are in the graph 2 min later, and 100 random minutes are read again as they were',
    { tags, timeout: HOUR_MS },
    async () => {
      await using living = await createLivingSite(world, owner, seed);
      const changes = DAY_OF_CHANGES.slice(0, count);
      expect(changes).toHaveLength(count);
      const recorded = new Map<number, ReturnType<typeof presentHistory>>();
      const readGraph = async (): Promise<Topology> => {
        const topology = await living.read();
        recorded.set(world.clock.now(), presentHistory(topology));
        return topology;
      };
      expect(await playChanges(living, changes, distanceMs, readGraph)).toEqual([]);
      const entropy = new SeededEntropy(seed);
      const minutes = [...recorded];
      for (let sample = 0; sample < SAMPLES; sample++) {
        const [at, live] = minutes[drawRandomInt(entropy, 0, minutes.length - 1)] ?? [];
        const past = await living.read(new Date(at ?? 0).toISOString());
        expect(presentHistory(past)).toEqual(live);
      }
    },
  );
});
