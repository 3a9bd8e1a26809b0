/** Measured loss of a site, and how a later one compares with it. No side effects. */

/** Means of a radio in a window, as shares of the time. */
export interface RadioMeans {
  /** Channel busy by others. */
  readonly others: number;
  /** Own sending and receiving. */
  readonly load: number;
}

/** Loss of a site in a window. */
export interface SiteLoss {
  /** Start of the window (ms). */
  readonly at: number;
  /** Share of the time in which others occupy the channel while radios have traffic: the mean weighted by load. */
  readonly loss: number;
  /** Mean load of the radios. */
  readonly load: number;
}

/** Loss of a site and the one that its history lets expect. */
export interface ComparedLoss extends SiteLoss {
  /** Absent if there is too little history. */
  readonly expected?: number;
  /** Standard deviation of the history around its expectation. */
  readonly deviation?: number;
}

const DAY_MS = 86_400_000;
/** Largest difference of the time of day of windows that are compared first. */
const SAME_HOURS_MS = 90 * 60_000;
const COMPARED_MIN = 8;
/** Mean load below which a loss has no meaning. */
const LOAD_MIN = 0.01;
/** Share by which a loss must exceed the expected one to count as worse. */
const WORSE = 0.1;
/** Deviations by which it must exceed it as well, so that ordinary changes do not count. */
const DEVIATIONS = 2.5;
/** Loss below which no difference counts. */
const LOSS_MIN = 0.02;
/** Consecutive worse windows after which a plan is taken back. */
const WORSE_WINDOWS = 2;

/** Returns the loss of a site; undefined if no radio measures or hardly any has traffic. */
export function computeSiteLoss(at: number, radios: readonly RadioMeans[]): SiteLoss | undefined {
  const total = radios.reduce((sum, { load }) => sum + load, 0);
  if (radios.length === 0 || total / radios.length < LOAD_MIN) return undefined;
  const weighted = radios.reduce((sum, { load, others }) => sum + load * others, 0);
  return { at, loss: weighted / total, load: total / radios.length };
}

/**
 * Compares a loss with the history at the same hours: the line through its losses over their loads, because busy radios
 * disturb each other more.
 */
export function compareLoss(measured: SiteLoss, history: readonly SiteLoss[]): ComparedLoss {
  const sameHours = history.filter(({ at }) => {
    const distance = Math.abs(((at - measured.at) % DAY_MS) + DAY_MS) % DAY_MS;
    return Math.min(distance, DAY_MS - distance) <= SAME_HOURS_MS;
  });
  const compared = sameHours.length >= COMPARED_MIN ? sameHours : history;
  if (compared.length < COMPARED_MIN) return measured;
  const line = fitLine(compared);
  const deviation = Math.sqrt(
    compared.reduce((sum, { load, loss }) => sum + (loss - line(load)) ** 2, 0) / compared.length,
  );
  return { ...measured, expected: Math.max(0, line(measured.load)), deviation };
}

/** Returns the line of least squares through losses over loads; it never falls. */
function fitLine(points: readonly SiteLoss[]): (load: number) => number {
  const count = points.length;
  const meanLoad = points.reduce((sum, { load }) => sum + load, 0) / count;
  const meanLoss = points.reduce((sum, { loss }) => sum + loss, 0) / count;
  const variance = points.reduce((sum, { load }) => sum + (load - meanLoad) ** 2, 0);
  const covariance = points.reduce((sum, { load, loss }) => sum + (load - meanLoad) * (loss - meanLoss), 0);
  const slope = variance > 0 ? Math.max(0, covariance / variance) : 0;
  return (load) => meanLoss + slope * (load - meanLoad);
}

/** Returns true if a loss is worse than expected, beyond what its history varies by. */
export const isWorse = ({ deviation = 0, expected, loss }: ComparedLoss): boolean =>
  expected !== undefined &&
  loss > LOSS_MIN &&
  loss > expected * (1 + WORSE) &&
  loss > expected + DEVIATIONS * deviation;

/** Returns true if the last windows are all worse than expected. */
export const mustBeTakenBack = (windows: readonly ComparedLoss[]): boolean =>
  windows.length >= WORSE_WINDOWS && windows.slice(-WORSE_WINDOWS).every(isWorse);
