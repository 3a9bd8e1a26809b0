import type { RfPlan, RfPlanRow } from '@northlight/contract';
import {
  Assignment,
  compileProblem,
  type CompiledProblem,
  computeSpectralOverlap,
  createSiteProblem,
  listOptions,
  type Plan,
  type PlanProblem,
} from '@northlight/rf/plan';
import type { StoredSite } from './stored-site.ts';

/** Contention from which a radio counts as a neighbour on the channel: it waits for the other one. */
const NOTICED = 0.7;

export interface SiteProblem {
  readonly problem: PlanProblem;
  readonly compiled: CompiledProblem;
}

export function createProblem(site: StoredSite): SiteProblem {
  const problem = createSiteProblem(site, site.at);
  return { problem, compiled: compileProblem(problem) };
}

/** Describes a plan for each radio of a site that clients can join. */
export function describePlan(
  site: StoredSite,
  { compiled, problem }: SiteProblem,
  plan: Plan,
  refused: ReadonlySet<number> = new Set(),
): Pick<RfPlan, 'interferenceAfter' | 'interferenceBefore' | 'rows'> {
  const before = new Assignment(compiled, 'interference');
  const after = new Assignment(compiled, 'interference', plan);
  const countNeighbours = (radio: number, chosen: Plan): number =>
    problem.contentions.filter(({ a, atA, atB, b }) => {
      if ((a !== radio || atA < NOTICED) && (b !== radio || atB < NOTICED)) return false;
      const [one, other] = [a, b].map((each) => problem.radios[each]?.options[chosen[each] ?? 0]);
      return one !== undefined && other !== undefined && computeSpectralOverlap(one, other) > 0;
    }).length;
  return {
    interferenceBefore: before.getValue(),
    interferenceAfter: after.getValue(),
    rows: site.radios.flatMap((radio, index): RfPlanRow[] => {
      const options = listOptions(radio);
      const [now, proposed] = [options[compiled.present[index] ?? 0], options[plan[index] ?? 0]];
      if (!now || !proposed || (radio.isPinned && !radio.kept)) return [];
      const isChanged = plan[index] !== compiled.present[index];
      const rests = radio.rest !== undefined && !isChanged;
      const kept = radio.kept ?? (refused.has(index) ? 'refused' : rests ? 'resting' : undefined);
      const getForeign = (chosen: Plan): number =>
        Math.min(1, problem.radios[index]?.options[chosen[index] ?? 0]?.foreignBusy ?? 0);
      return [
        {
          deviceId: radio.deviceId,
          deviceName: radio.deviceName,
          radioId: radio.radioId,
          band: radio.band,
          now: { channel: now.channel, widthMhz: now.widthMhz },
          proposed: { channel: proposed.channel, widthMhz: proposed.widthMhz },
          clients: radio.clients,
          interruptionSeconds: isChanged ? proposed.checkSeconds : 0,
          othersBefore: Math.min(1, before.getBusy(index)),
          othersAfter: Math.min(1, after.getBusy(index)),
          foreignBefore: getForeign(compiled.present),
          foreignAfter: getForeign(plan),
          neighboursBefore: countNeighbours(index, compiled.present),
          neighboursAfter: countNeighbours(index, plan),
          ...(kept && { kept }),
        },
      ];
    }),
  };
}
