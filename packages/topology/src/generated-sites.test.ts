import { describe, expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import type { TopologyGraph } from './graph.ts';
import { infer } from './infer.ts';
import { createEvidence, createRandom, createSite } from './testing/generated-site.ts';
import { scoreGraph } from './testing/score-graph.ts';

const SIZE = { switches: 30, unmanaged: 0.15, endpoints: 250 };
const SITES = 8;

const scoreSites = (completeness: { readonly lldp: number; readonly forwarding: number }) => {
  const scores = Array.from({ length: SITES }, (_, seed) => {
    const site = createSite(createRandom(seed), SIZE);
    return scoreGraph(site, infer(createEvidence(site, createRandom(1_000 + seed), completeness)));
  });
  const sum = (part: keyof (typeof scores)[number]): number =>
    scores.reduce((total, score) => total + score[part], 0);
  return {
    right: sum('right') / sum('links'),
    f1: (2 * sum('rightUnknown')) / (sum('unknown') + sum('foundUnknown')),
  };
};

describe('generated sites', () => {
  test('are inferred completely from complete reports', () =>
    expect(scoreSites({ lldp: 1, forwarding: 1 })).toEqual({ right: 1, f1: 1 }));

  test('are inferred completely from forwarding tables alone', () =>
    expect(scoreSites({ lldp: 0, forwarding: 1 })).toEqual({ right: 1, f1: 1 }));

  test('have at least 98% right links with 60% of LLDP and 90% of the forwarding tables', () =>
    expect(scoreSites({ lldp: 0.6, forwarding: 0.9 }).right).toBeGreaterThanOrEqual(0.98));

  test('have only right links among the certain ones', () => {
    for (let seed = 0; seed < SITES; seed += 1) {
      const site = createSite(createRandom(seed), SIZE);
      const evidence = createEvidence(site, createRandom(1_000 + seed), { lldp: 0.6, forwarding: 0.9 });
      const graph = infer(evidence);
      const certain = new Set(
        graph.links.filter(({ isUncertain }) => !isUncertain).map(({ lower }) => lower.nodeId),
      );
      const { links, right } = scoreGraph(
        { ...site, devices: site.devices.filter(({ id }) => certain.has(id)) },
        graph,
      );
      expect(right, `seed ${seed}`).toBe(links);
      expect(links).toBeGreaterThan(0.9 * site.devices.length);
    }
  });
});

test('reports in any order give the same links as all reports together, also if a first table is incomplete', () => {
  for (let seed = 0; seed < SITES; seed += 1) {
    const random = createRandom(seed);
    const site = createSite(random, SIZE);
    const evidence = createEvidence(site, random, { lldp: 0, forwarding: 1 });
    const tables = [...Map.groupBy(evidence.forwarding, ({ deviceId }) => deviceId).values()];
    const reports = tables
      .flatMap((table) => {
        const isLearned = new Set(table.filter(() => random() < 0.7));
        const turn = random();
        return [
          { turn, table: table.filter((each) => isLearned.has(each)) },
          { turn: turn + random(), table },
        ];
      })
      .toSorted((one, other) => one.turn - other.turn);
    const known = new Map<string, Evidence['forwarding'][number]>();
    let graph: TopologyGraph | undefined;
    for (const [at, { table }] of reports.entries()) {
      for (const each of table) known.set(`${each.deviceId} ${each.mac}`, { ...each, at });
      graph = infer({ ...evidence, forwarding: [...known.values()] }, graph);
    }
    const { links, right } = scoreGraph(site, graph ?? infer(evidence));
    expect(right, `seed ${seed}`).toBe(links);
    expect(
      graph?.links.filter(({ isUncertain }) => isUncertain),
      `seed ${seed}`,
    ).toEqual([]);
  }
});
