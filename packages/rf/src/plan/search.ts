import type { Assignment } from './assignment.ts';
import type { Plan } from './problem.ts';

/** Smallest improvement that counts, so that rounding never makes a search run in circles. */
const EPSILON = 1e-9;

/** Returns the option of a radio with the lowest value and the change of the value; the present one without a better one. */
export function findBestOption(
  assignment: Assignment,
  radio: number,
): { readonly option: number; readonly change: number } {
  const { optionStart } = assignment.problem;
  const count = optionStart[radio + 1]! - optionStart[radio]!;
  const present = assignment.get(radio);
  let [best, least] = [present, -EPSILON];
  for (let option = 0; option < count; option += 1) {
    if (option === present) continue;
    const change = assignment.getChange(radio, option);
    if (change < least) [best, least] = [option, change];
  }
  return { option: best, change: best === present ? 0 : least };
}

/**
 * Changes one radio at a time to its best option until no change of one radio improves the value.
 *
 * @returns the change of the value
 */
export function descend(assignment: Assignment, radios: Int32Array): number {
  const { neighbour, neighbourStart } = assignment.problem;
  const isMovable = new Uint8Array(assignment.problem.size);
  for (const radio of radios) isMovable[radio] = 1;
  const isQueued = isMovable.slice();
  const queue = [...radios];
  let total = 0;
  for (let head = 0; head < queue.length; head += 1) {
    const radio = queue[head]!;
    isQueued[radio] = 0;
    const { change, option } = findBestOption(assignment, radio);
    if (option === assignment.get(radio)) continue;
    assignment.set(radio, option);
    total += change;
    for (let index = neighbourStart[radio]!; index < neighbourStart[radio + 1]!; index += 1) {
      const other = neighbour[index]!;
      if (isMovable[other] === 0 || isQueued[other] === 1) continue;
      isQueued[other] = 1;
      queue.push(other);
    }
  }
  return total;
}

/** Neighbours that answer the change of a radio in a search of pairs: those that it disturbs most. */
const ANSWERING = 3;

/**
 * Changes pairs of radios until none improves the value: one radio gets an option, and one of the neighbours that it then
 * disturbs most gets its best one. Finds exchanges of channels, which no change of one radio alone reaches.
 */
export function descendPairs(assignment: Assignment, radios: Int32Array): void {
  const { optionStart } = assignment.problem;
  const isMovable = new Set(radios);
  for (let isBetter = true; isBetter;) {
    isBetter = false;
    for (const radio of radios) {
      const before = assignment.get(radio);
      const count = optionStart[radio + 1]! - optionStart[radio]!;
      for (let option = 0; option < count && assignment.get(radio) === before; option += 1) {
        if (option === before) continue;
        const change = assignment.getChange(radio, option);
        assignment.set(radio, option);
        const answer = findAnswer(assignment, radio, isMovable);
        if (answer && change + answer.change < -EPSILON) {
          assignment.set(answer.radio, answer.option);
          isBetter = true;
        } else assignment.set(radio, before);
      }
    }
    if (isBetter) descend(assignment, radios);
  }
}

/** Finds the best change of one of the neighbours that a radio disturbs most. */
function findAnswer(
  assignment: Assignment,
  radio: number,
  isMovable: ReadonlySet<number>,
): { readonly radio: number; readonly option: number; readonly change: number } | undefined {
  const { caused, neighbour, neighbourStart, optionStart, overlap, spectra, spectrum } = assignment.problem;
  const row = spectrum[optionStart[radio]! + assignment.get(radio)]! * spectra.length;
  const disturbed: { readonly radio: number; readonly by: number }[] = [];
  for (let index = neighbourStart[radio]!; index < neighbourStart[radio + 1]!; index += 1) {
    const other = neighbour[index]!;
    if (!isMovable.has(other)) continue;
    const by = caused[index]! * overlap[row + spectrum[optionStart[other]! + assignment.get(other)]!]!;
    if (by > 0) disturbed.push({ radio: other, by });
  }
  const answers = disturbed
    .sort((one, other) => other.by - one.by)
    .slice(0, ANSWERING)
    .map((each) => ({ radio: each.radio, ...findBestOption(assignment, each.radio) }));
  return answers.sort((one, other) => one.change - other.change)[0];
}

/** Chooses the option of each movable radio in the order of saturation (DSATUR): first where the fewest good options remain. */
export function assignBySaturation(assignment: Assignment, radios: Int32Array): void {
  const { neighbour, neighbourStart, optionStart, size } = assignment.problem;
  const open = new Set(radios);
  /** Range of the busy airtime over the options: large where a wrong choice costs most. */
  const urgency = (radio: number): number => {
    const count = optionStart[radio + 1]! - optionStart[radio]!;
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    for (let option = 0; option < count; option += 1) {
      const busy = assignment.getBusy(radio, option);
      if (busy < least) least = busy;
      if (busy > most) most = busy;
    }
    return least + (most - least) / count;
  };
  const urgencies = Float64Array.from({ length: size }, (_, radio) => urgency(radio));
  while (open.size > 0) {
    let [next, most] = [-1, -1];
    for (const radio of open) if (urgencies[radio]! > most) [next, most] = [radio, urgencies[radio]!];
    open.delete(next);
    assignment.set(next, findBestOption(assignment, next).option);
    for (let index = neighbourStart[next]!; index < neighbourStart[next + 1]!; index += 1)
      urgencies[neighbour[index]!] = urgency(neighbour[index]!);
  }
}

export interface AnnealingOptions {
  readonly random: () => number;
  /** Radios that may change. */
  readonly radios: Int32Array;
  readonly tries: number;
  /** Called every `CHECK_EVERY` tries with their number; returns true to end early with the best plan so far. */
  readonly check?: (tries: number) => boolean;
}

/** Tries between two checks. */
const CHECK_EVERY = 1024;
/** Temperature at the start relative to the mean change of a random move, and at the end relative to the start. */
const HEAT = 0.5;
const COOLING = 0.05;
const SAMPLES = 256;

/**
 * Anneals: accepts worse changes with a probability that falls with the number of tries. Ends with the best plan found, not
 * worse than that at the start.
 */
export function anneal(assignment: Assignment, { check, radios, random, tries }: AnnealingOptions): void {
  if (radios.length === 0) return;
  const { optionStart } = assignment.problem;
  const drawRadio = (): number => radios[Math.floor(random() * radios.length)]!;
  const drawOption = (radio: number): number => {
    const count = optionStart[radio + 1]! - optionStart[radio]!;
    const drawn = Math.floor(random() * (count - 1));
    return drawn >= assignment.get(radio) ? drawn + 1 : drawn;
  };
  let spread = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const radio = drawRadio();
    spread += Math.abs(assignment.getChange(radio, drawOption(radio))) / SAMPLES;
  }
  const start = Math.max(spread * HEAT, Number.MIN_VALUE);
  // The value relative to that at the start.
  let [value, best] = [0, 0];
  let plan: Plan = assignment.getPlan();
  let temperature = start;
  for (let done = 0; done < tries; done += 1) {
    if (done % CHECK_EVERY === 0) {
      if (value < best - EPSILON) [best, plan] = [value, assignment.getPlan()];
      if (check?.(done)) break;
      temperature = start * COOLING ** (done / tries);
    }
    const radio = drawRadio();
    const option = drawOption(radio);
    const change = assignment.getChange(radio, option);
    if (change > 0 && random() >= Math.exp(-change / temperature)) continue;
    assignment.set(radio, option);
    value += change;
  }
  value += descend(assignment, radios);
  if (value >= best) assignment.setPlan(plan);
  descend(assignment, radios);
}
