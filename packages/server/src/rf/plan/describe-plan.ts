import type { RfPlan, RfPlanRow } from '@northlight/contract';
import {
  Assignment,
  compileProblem,
  type CompiledProblem,
  computeSpectralOverlap,
  createSiteProblem,
  listFallbacks,
  listOptions,
  type Plan,
  type PlanProblem,
  type SetRadios,
} from '@northlight/rf/plan';
import type { RadioPlan } from './plan-radios.ts';
import type { StoredRadio, StoredSite } from '../site/stored-site.ts';

/** Contention from which a radio counts as a neighbour on the channel: it waits for the other one. */
const NOTICED = 0.7;
/** Fallbacks of a radio, as many as a configuration has (`FALLBACKS_MAX`; the sandbox has no package contract). */
const FALLBACKS = 4;

export interface SiteProblem {
  readonly problem: PlanProblem;
  readonly compiled: CompiledProblem;
}

export function createProblem(site: StoredSite, set?: SetRadios): SiteProblem {
  const problem = createSiteProblem(site, site.at, set);
  return { problem, compiled: compileProblem(problem) };
}

interface DescribedPlan {
  readonly plan: Plan;
  /** Powers, and radios that are off; absent if they stay as they are. */
  readonly radios?: RadioPlan | undefined;
  /** Radios whose change the user has refused. */
  readonly refused?: ReadonlySet<number>;
}

/** Describes a plan for each radio of a site that clients can join. */
export function describePlan(
  site: StoredSite,
  present: SiteProblem,
  { plan, radios, refused = new Set() }: DescribedPlan,
): Pick<RfPlan, 'interferenceAfter' | 'interferenceBefore' | 'power' | 'rows'> {
  const { compiled, problem } = present;
  const set = radios ? createProblem(site, radios) : present;
  const before = new Assignment(compiled, 'interference');
  const after = new Assignment(set.compiled, 'interference', plan);
  const rows = listRows();
  const isSet = rows.some(({ power, turnsOff }) => turnsOff ?? power?.now !== power?.proposed);
  return {
    interferenceBefore: before.getValue(),
    // Of the channels alone, so that the bound can be compared with it.
    interferenceAfter: new Assignment(compiled, 'interference', plan).getValue(),
    rows,
    ...(isSet &&
      radios &&
      site.places && {
        power: {
          interferenceAfter: after.getValue(),
          places: site.places.source,
          coverage: [...radios.coverage],
        },
      }),
  };

  function listRows(): RfPlanRow[] {
    return site.radios.flatMap((radio, index): RfPlanRow[] => {
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
          neighboursBefore: countNeighbours(present, compiled.present, index),
          neighboursAfter: countNeighbours(set, plan, index),
          ...describePower(radio, radios, index),
          ...(kept && { kept }),
          ...(radio.mustLeave && { mustLeave: 'radar' as const }),
          ...(isChanged &&
            proposed.checkSeconds > 0 && {
              fallbacks: listFallbacks(problem, plan, index, compiled)
                .slice(0, FALLBACKS)
                .flatMap((option) => options[option] ?? [])
                .map(({ channel, widthMhz }) => ({ channel, widthMhz })),
            }),
        },
      ];
    });
  }
}

/** Counts the radios that a radio notices on its channel. */
const countNeighbours = ({ problem }: SiteProblem, chosen: Plan, radio: number): number =>
  problem.contentions.filter(({ a, atA, atB, b }) => {
    if ((a !== radio || atA < NOTICED) && (b !== radio || atB < NOTICED)) return false;
    const [one, other] = [a, b].map((each) => problem.radios[each]);
    const [ofOne, ofOther] = [one?.options[chosen[a] ?? 0], other?.options[chosen[b] ?? 0]];
    if (!ofOne || !ofOther || one?.load === 0 || other?.load === 0) return false;
    return computeSpectralOverlap(ofOne, ofOther) > 0;
  }).length;

function describePower(
  { mostDbm, powerDbm }: StoredRadio,
  radios: RadioPlan | undefined,
  index: number,
): Pick<RfPlanRow, 'power' | 'surplus' | 'turnsOff'> {
  const proposed = radios?.powersDbm[index];
  const surplus = radios?.surplus.get(index);
  return {
    ...(mostDbm !== undefined &&
      proposed !== undefined && {
        power: { now: Math.round(powerDbm), proposed: Math.round(proposed), most: mostDbm },
      }),
    ...(surplus && {
      surplus: {
        places: surplus.places,
        secondDbm: Math.round(surplus.secondDbm),
        disturbed: surplus.disturbed,
      },
    }),
    ...(radios?.off.has(index) && { turnsOff: true as const }),
  };
}
