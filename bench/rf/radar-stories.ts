import {
  applyRadar,
  compileProblem,
  createSiteProblem,
  dropIdleChanges,
  findBanEnd,
  letRadiosRest,
  listFallbacks,
  type PastChange,
  type PlanProblem,
  type RadarEvent,
  type SiteChoice,
  type SiteRadio,
  solve,
  type Spectrum,
} from '@northlight/rf/plan';
import { type ChannelSet, createRandom } from '@northlight/rf/testing';
import type { Figure } from '../figure.ts';
import { listParts, SimulatedAir } from './simulated-air.ts';

const STORIES = 100;
const HOURS = 48;
const RADIOS = 8;
const MINUTE_MS = 60_000;
const BAN_MIN = 30;
/** Probabilities per minute of a radar signal and of the start of a plan. */
const RADAR_SHARE = 1 / 15;
const PLAN_SHARE = 1 / 40;
/** Longest time from the start of a plan until it is sent (min). */
const SENT_MAX_MIN = 25;
const TRIES = 500;
const SETS: readonly ChannelSet[] = ['5/20+dfs', '5/40+dfs', '5/80+dfs'];
const RADAR_CHANNELS = { first: 52, last: 144 } as const;

interface Counts {
  radar: number;
  pushes: number;
  skipped: number;
  pushesInBan: number;
  minutesOff: number;
  minutesOffWithoutReason: number;
}

/** RF-10: radar at random times on random channels while plans are made and sent. */
export function measureRadarStories(): Figure {
  const counts: Counts = {
    radar: 0,
    pushes: 0,
    skipped: 0,
    pushesInBan: 0,
    minutesOff: 0,
    minutesOffWithoutReason: 0,
  };
  for (let seed = 1; seed <= STORIES; seed += 1) new Story(seed, counts).run();
  const { minutesOff, minutesOffWithoutReason, pushes, pushesInBan, radar, skipped } = counts;
  return {
    id: 'RF-10',
    text: `${STORIES} stories of ${HOURS} h with ${RADIOS} radios: ${radar} radios found radar; of ${pushes} changed channels ${pushesInBan} were banned (${skipped} were not sent); ${minutesOff} min without a legal channel, ${minutesOffWithoutReason} min off with one`,
    goal: '0 and 0',
    reached: pushesInBan === 0 && minutesOffWithoutReason === 0 && pushes > 0 && minutesOff > 0,
  };
}

interface PendingPlan {
  readonly sentAt: number;
  readonly changes: readonly { readonly radio: number; readonly from: Spectrum; readonly to: Spectrum }[];
}

class Story {
  readonly #random: () => number;
  readonly #counts: Counts;
  readonly #air: SimulatedAir;
  readonly #choices: readonly (readonly SiteChoice[])[];
  readonly #events: RadarEvent[] = [];
  readonly #changes: PastChange[] = [];
  readonly #off = new Set<number>();
  #pending: PendingPlan | undefined;
  #minute = 0;

  constructor(seed: number, counts: Counts) {
    this.#random = createRandom(seed);
    this.#counts = counts;
    this.#air = new SimulatedAir({ seed, radios: RADIOS, channels: SETS[seed % SETS.length] ?? '5/40+dfs' });
    // Every third radio may only use few channels with radar, so that it sometimes has none.
    this.#choices = this.#air.radios.map(({ choices }, radio) =>
      radio % 3 === 0 ? choices.filter(({ checkSeconds }) => checkSeconds > 0).slice(0, 2) : choices,
    );
    for (const [radio, choices] of this.#choices.entries()) if (choices[0]) this.#air.tune(radio, choices[0]);
  }

  run(): void {
    for (; this.#minute < HOURS * 60; this.#minute += 1) {
      if (this.#random() < RADAR_SHARE) this.#findRadar();
      for (const radio of this.#off) this.#leave(radio);
      if (!this.#pending && this.#random() < PLAN_SHARE) this.#plan();
      if (this.#pending && this.#minute >= this.#pending.sentAt) this.#send(this.#pending);
      this.#countOff();
    }
  }

  get #now(): number {
    return this.#minute * MINUTE_MS;
  }

  /** A radar signal on one channel: the radios on it that receive it must leave. */
  #findRadar(): void {
    const steps = (RADAR_CHANNELS.last - RADAR_CHANNELS.first) / 4;
    const channel = RADAR_CHANNELS.first + 4 * Math.floor(this.#random() * (steps + 1));
    for (const [radio, { id, spectrum }] of this.#air.radios.entries()) {
      if (this.#off.has(radio) || !listChannels(spectrum).includes(channel) || this.#random() < 0.3) continue;
      const channels = this.#random() < 0.5 ? [channel] : listChannels(spectrum);
      this.#events.push({ radioId: id, channels, at: this.#now });
      this.#counts.radar += 1;
      this.#leave(radio);
    }
  }

  /** Moves a radio to its best fallback; without one it is off. */
  #leave(radio: number): void {
    const { problem, radios } = this.#measure();
    const [best] = listFallbacks(problem, compileProblem(problem).present, radio);
    const target = best === undefined ? radios[radio]?.choices[0] : problem.radios[radio]?.options[best];
    if (!target) {
      this.#off.add(radio);
      return;
    }
    this.#off.delete(radio);
    this.#tune(radio, target, 'radar');
  }

  #plan(): void {
    const { problem } = this.#measure();
    const compiled = compileProblem(problem);
    const found = solve(compiled, { measure: 'airtime', seed: this.#minute, tries: TRIES });
    const { plan } = dropIdleChanges(compiled, found.plan);
    this.#pending = {
      sentAt: this.#minute + Math.floor(this.#random() * SENT_MAX_MIN),
      changes: [...plan].flatMap((option, radio) => {
        const { options, present } = problem.radios[radio]!;
        return option === present ? [] : [{ radio, from: options[present]!, to: options[option]! }];
      }),
    };
  }

  #send({ changes }: PendingPlan): void {
    this.#pending = undefined;
    for (const { from, radio, to } of changes) {
      const { id, spectrum } = this.#air.radios[radio]!;
      const own = this.#events.filter(({ radioId }) => radioId === id);
      const hasMoved = spectrum.lowMhz !== from.lowMhz || spectrum.highMhz !== from.highMhz;
      if (this.#off.has(radio) || hasMoved || findBanEnd(own, to, this.#now) !== undefined)
        this.#counts.skipped += 1;
      else this.#tune(radio, to, 'plan');
    }
  }

  #tune(radio: number, spectrum: Spectrum, cause: PastChange['cause']): void {
    this.#counts.pushes += 1;
    this.#counts.pushesInBan += Number(listChannels(spectrum).some((part) => this.#isBanned(radio, part)));
    this.#air.tune(radio, spectrum);
    this.#changes.push({ radioId: this.#air.radios[radio]!.id, at: this.#now, cause });
  }

  #measure(): { readonly problem: PlanProblem; readonly radios: readonly SiteRadio[] } {
    const site = this.#air.measure({
      random: this.#random,
      scans: [this.#now],
      levelErrorDb: 2,
      loadError: 0.1,
    });
    const allowed = site.radios.map((radio, index) => ({ ...radio, choices: this.#choices[index] ?? [] }));
    // Only some runs are scheduled.
    const resting = this.#random() < 0.5 ? letRadiosRest(allowed, this.#changes, this.#now) : allowed;
    const radios = applyRadar(resting, this.#events, this.#now);
    return { problem: createSiteProblem({ ...site, radios }, this.#now), radios };
  }

  #countOff(): void {
    for (const radio of this.#off) {
      const isLegal = this.#choices[radio]!.some((choice) =>
        listChannels(choice).every((part) => !this.#isBanned(radio, part)),
      );
      this.#counts.minutesOff += 1;
      this.#counts.minutesOffWithoutReason += Number(isLegal);
    }
  }

  /** The ban of a channel of 20 MHz, from its definition. */
  #isBanned(radio: number, part: number): boolean {
    const { id } = this.#air.radios[radio]!;
    return this.#events.some(
      ({ at, channels, radioId }) =>
        radioId === id && channels.includes(part) && this.#now - at < BAN_MIN * MINUTE_MS,
    );
  }
}

const listChannels = (spectrum: Spectrum): number[] => listParts([spectrum]).map(({ channel }) => channel);
