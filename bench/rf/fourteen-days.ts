import { DAY_MS } from '@northlight/runtime';
import { createHotelSite } from '@northlight/simulator';
import { computeQuantile, type Figure } from '../figure.ts';
import { HotelClients, STEP_MS } from './hotel-clients.ts';
import { HotelRadios, type TunedRadio } from './hotel-radios.ts';
import { computeUntilQuiet, planFully, planSteadily, SCANNED_MS } from './nightly-plan.ts';

const SEED = 1;
const DAYS = 14;
const START = Date.UTC(2026, 0, 5);
/** Part of the airtime of nightly plans that ours may be below them, and their part of the disturbed minutes. */
const AIRTIME_SHARE = 0.98;
const DISTURBED_SHARE = 0.25;

type MakePlan = (radios: HotelRadios, now: number) => readonly TunedRadio[];

/** RF-11: two weeks of a hotel without plans, with a full plan each night, and with our scheduled plans. */
export function measureFourteenDays(): Figure {
  const spec = createHotelSite(SEED);
  const clients = new HotelClients(spec);
  const createPolicy = (plan: MakePlan): Policy =>
    new Policy(new HotelRadios({ clients, spec, start: START }), plan);
  const never = createPolicy(() => []);
  const nightly = createPolicy(planFully);
  const ours = createPolicy(planSteadily);
  for (let now = START; now < START + DAYS * DAY_MS; now += STEP_MS) {
    clients.step(now);
    const untilQuietMs = computeUntilQuiet(spec, now);
    for (const policy of [never, nightly, ours]) policy.step(now, untilQuietMs);
  }
  const radios = never.radios.listTuned().length;
  return {
    id: 'RF-11',
    text: `${radios} radios, ${DAYS} days: never ${never.describe()}; each night a full plan ${nightly.describe()}; ours ${ours.describe()}`,
    goal: `airtime ${AIRTIME_SHARE} of each night's, ${DISTURBED_SHARE} of its client-minutes`,
    reached:
      ours.airtime >= AIRTIME_SHARE * nightly.airtime &&
      ours.radios.disturbedMinutes.plan <= DISTURBED_SHARE * nightly.radios.disturbedMinutes.plan,
  };
}

/** A hotel whose channels are planned by a policy, with what its clients receive. */
class Policy {
  readonly radios: HotelRadios;
  readonly #plan: MakePlan;
  readonly #airtimes: number[] = [];
  #received = 0;

  constructor(radios: HotelRadios, plan: MakePlan) {
    this.radios = radios;
    this.#plan = plan;
  }

  /** Mean share of the time that others leave to the radio of a client. */
  get airtime(): number {
    return this.#airtimes.reduce((sum, airtime) => sum + airtime, 0) / this.#airtimes.length;
  }

  step(now: number, untilQuietMs: number): void {
    const { radios } = this;
    radios.step(now);
    for (const { airtime, received } of radios.listServed()) {
      this.#airtimes.push(airtime);
      this.#received += received;
    }
    if (untilQuietMs <= SCANNED_MS) radios.scan(now);
    if (untilQuietMs === 0) radios.tune(this.#plan(radios, now), now);
  }

  describe(): string {
    const { plan, radar } = this.radios.disturbedMinutes;
    const [mean, least, received] = [
      this.airtime,
      computeQuantile(this.#airtimes, 0.1),
      this.#received / this.#airtimes.length,
    ].map((share) => `${(100 * share).toFixed(1)} %`);
    return `${mean} of the airtime for a client (p10 ${least}), ${received} of its demand, ${this.radios.changes.length} changes, ${plan.toFixed(0)} client-minutes without Wi-Fi and ${radar.toFixed(0)} by radar`;
  }
}
