import { infer } from '@northlight/topology';
import { createEvidence, createRandom, createSite, scoreGraph } from '@northlight/topology/testing';
import { type Figure } from './figure.ts';

const SITES = 30;
const SEEDS = 30;
const SIZE = { switches: 30, unmanaged: 0.15, endpoints: 250 };
const CASES = [
  { lldp: 1, forwarding: 1, rightGoal: 1, f1Goal: 0.95 },
  { lldp: 0.6, forwarding: 0.9, rightGoal: 0.98, f1Goal: undefined },
  { lldp: 0.6, forwarding: 0.7, rightGoal: undefined, f1Goal: undefined },
] as const;

const formatPercent = (share: number): string => `${(100 * share).toFixed(2)}%`;

/**
 * TP-4: infers generated sites from reports of which a share is missing. A link is right when both ends and both ports
 * are; unknown switches count with two or more devices behind them.
 */
export function measureInference(): Figure[] {
  return CASES.map(({ f1Goal, forwarding, lldp, rightGoal }) => {
    const total = { links: 0, right: 0, unknown: 0, foundUnknown: 0, rightUnknown: 0 };
    const start = performance.now();
    for (let site = 0; site < SITES; site++)
      for (let seed = 0; seed < SEEDS; seed++) {
        const wiring = createSite(createRandom(site), SIZE);
        const evidence = createEvidence(wiring, createRandom(1 + site * SEEDS + seed), { lldp, forwarding });
        const score = scoreGraph(wiring, infer(evidence));
        for (const part of Object.keys(total) as (keyof typeof total)[]) total[part] += score[part];
      }
    const each = (performance.now() - start) / (SITES * SEEDS);
    const right = total.right / total.links;
    const f1 = (2 * total.rightUnknown) / (total.unknown + total.foundUnknown);
    const goals = [
      ...(rightGoal === undefined ? [] : [`links ${formatPercent(rightGoal)}`]),
      ...(f1Goal === undefined ? [] : [`F1 ${f1Goal}`]),
    ];
    return {
      id: 'TP-4',
      text: `${SITES} sites × ${SEEDS} seeds, LLDP ${formatPercent(lldp)}, forwarding tables ${formatPercent(forwarding)}: ${formatPercent(right)} of links right, F1 of unknown switches ${f1.toFixed(3)}; ${each.toFixed(1)} ms each with the generation`,
      goal: goals.length > 0 ? goals.join(', ') : 'none',
      reached: right >= (rightGoal ?? 0) && f1 >= (f1Goal ?? 0),
    };
  });
}
