import type { CompiledProblem } from '@northlight/rf/plan';

/**
 * Channel search after the public description of TurboCA (Bhartia et al., IMC 2017): each round visits all access points in
 * random order; one of them and those within a number of hops forget their channels and choose again one after another, each
 * the channel with the best product of the metrics around it, without those that have not chosen. A round is kept if the
 * product of the whole network (NetP) grew. Rounds with 0, 1 and 2 hops follow each other.
 *
 * @param isOver returns true when the time is over
 * @returns option of each radio
 */
export function searchLikeTurbo(
  problem: CompiledProblem,
  random: () => number,
  isOver: () => boolean,
): Int32Array {
  let best = problem.present.slice();
  let least = new Channels(problem, best).getValue();
  for (let round = 0; !isOver(); round += 1) {
    const channels = new Channels(problem, best);
    runRound(channels, problem, random, round % 3, isOver);
    const value = channels.getValue();
    if (value < least) [best, least] = [channels.chosen.slice(), value];
  }
  return best;
}

function runRound(
  channels: Channels,
  problem: CompiledProblem,
  random: () => number,
  hops: number,
  isOver: () => boolean,
): void {
  const open = new Set(shuffle([...problem.movable], random));
  for (const start of open) {
    const group = listWithin(problem, start, hops, open);
    for (const radio of group) {
      channels.set(radio, -1);
      open.delete(radio);
    }
    for (const radio of group)
      channels.set(radio, isOver() ? problem.present[radio]! : channels.findBest(radio));
  }
}

/** Lists radios of `open` within a number of hops, the start first. */
function listWithin(
  { neighbour, neighbourStart }: CompiledProblem,
  start: number,
  hops: number,
  open: ReadonlySet<number>,
): number[] {
  const found = new Set([start]);
  let edge = [start];
  for (let hop = 0; hop < hops; hop += 1) {
    edge = edge.flatMap((radio) => [...neighbour.subarray(neighbourStart[radio], neighbourStart[radio + 1])]);
    edge = edge.filter((radio) => open.has(radio) && !found.has(radio));
    for (const radio of edge) found.add(radio);
  }
  return [...found];
}

function shuffle(items: number[], random: () => number): number[] {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [items[index], items[other]] = [items[other]!, items[index]!];
  }
  return items;
}

/** Options of the radios, of which some have none (−1), with the busy airtime of every option. */
class Channels {
  readonly chosen: Int32Array;
  readonly #problem: CompiledProblem;
  readonly #busy: Float64Array;

  constructor(problem: CompiledProblem, plan: Int32Array) {
    this.#problem = problem;
    this.chosen = new Int32Array(problem.size).fill(-1);
    this.#busy = problem.foreignBusy.slice();
    for (let radio = 0; radio < problem.size; radio += 1) this.set(radio, plan[radio]!);
  }

  /** Returns −log NetP. */
  getValue(): number {
    const { load, optionStart, size } = this.#problem;
    let sum = 0;
    for (let radio = 0; radio < size; radio += 1)
      sum += load[radio]! * Math.log1p(this.#busy[optionStart[radio]! + this.chosen[radio]!]!);
    return sum;
  }

  set(radio: number, option: number): void {
    const before = this.chosen[radio]!;
    this.chosen[radio] = option;
    if (before >= 0) this.#spread(radio, before, -1);
    if (option >= 0) this.#spread(radio, option, 1);
  }

  /** Returns the option of a radio without one with the best product of its own metric and those of its neighbours. */
  findBest(radio: number): number {
    const { caused, load, neighbour, neighbourStart, optionStart, overlap, spectra, spectrum } =
      this.#problem;
    const first = optionStart[radio]!;
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (let option = first; option < optionStart[radio + 1]!; option += 1) {
      let value = load[radio]! * Math.log1p(this.#busy[option]!);
      for (let index = neighbourStart[radio]!; index < neighbourStart[radio + 1]!; index += 1) {
        const other = neighbour[index]!;
        if (this.chosen[other]! < 0) continue;
        const theirs = optionStart[other]! + this.chosen[other]!;
        const share = overlap[spectrum[option]! * spectra.length + spectrum[theirs]!]!;
        if (share === 0) continue;
        const busy = this.#busy[theirs]!;
        value += load[other]! * (Math.log1p(busy + share * caused[index]!) - Math.log1p(busy));
      }
      if (value < least) [best, least] = [option - first, value];
    }
    return best;
  }

  #spread(radio: number, option: number, sign: number): void {
    const { caused, neighbour, neighbourStart, optionStart, overlap, spectra, spectrum } = this.#problem;
    const row = spectrum[optionStart[radio]! + option]! * spectra.length;
    for (let index = neighbourStart[radio]!; index < neighbourStart[radio + 1]!; index += 1) {
      const other = neighbour[index]!;
      for (let each = optionStart[other]!; each < optionStart[other + 1]!; each += 1)
        this.#busy[each]! += sign * caused[index]! * overlap[row + spectrum[each]!]!;
    }
  }
}
