import type { Plan, PlanProblem } from '../problem.ts';
import { estimatePathLosses, getPower } from '../site/path-losses.ts';
import type { Site } from '../site/site.ts';
import type { PowerPlace, PowerProblem, PowerRadio } from './power-problem.ts';

interface PowerProblemOptions {
  readonly now: number;
  /** Channels with which the powers are planned; the present ones by default. */
  readonly plan?: Plan;
  /** Powers to which each radio can be set, by its id; a radio without them keeps its power. */
  readonly ranges: ReadonlyMap<string, PowerRange>;
  /**
   * Cells of a map with the level of each radio that a client there could use, however weak, at its present power; without a
   * map the clients, each with the level of its own radio and of others that are known to receive it.
   */
  readonly places: readonly PowerPlace[];
  /** Load of each radio, 0 for one that is off; those of the problem by default. */
  readonly loads?: readonly number[];
}

/** Powers of a radio (dBm). */
export interface PowerRange {
  /** Power from which it is lowered: what it has without a plan, at least the present one. */
  readonly mostDbm: number;
  readonly steps: readonly number[];
}

/**
 * Creates the problem of the powers of a site. The order of its radios stays.
 *
 * @param problem problem of the channels of the site
 */
export function createPowerProblem(
  site: Site,
  problem: PlanProblem,
  { loads, now, places, plan, ranges }: PowerProblemOptions,
): PowerProblem {
  const isOff = (index: number): boolean => loads?.[index] === 0;
  const rises = site.radios.map(
    (radio) => (ranges.get(radio.id)?.mostDbm ?? getPower(radio)) - getPower(radio),
  );
  return {
    radios: problem.radios.flatMap(({ load, options, present }, index): PowerRadio[] => {
      const [radio, option] = [site.radios[index], options[plan?.[index] ?? present]];
      if (!radio || !option) throw new RangeError('The problem and the plan must be those of the site.');
      return [
        {
          spectrum: option,
          powerDbm: getPower(radio) + rises[index]!,
          steps: isOff(index) ? [] : (ranges.get(radio.id)?.steps ?? []),
          load: loads?.[index] ?? load,
          foreignBusy: option.foreignBusy,
        },
      ];
    }),
    losses: estimatePathLosses(site, now),
    places: places.map(({ levels }) => ({
      levels: levels.flatMap(({ levelDbm, radio }) =>
        isOff(radio) ? [] : [{ radio, levelDbm: levelDbm + (rises[radio] ?? 0) }],
      ),
    })),
  };
}
