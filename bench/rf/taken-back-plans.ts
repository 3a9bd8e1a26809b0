import { createRandom } from '@northlight/rf/plan';
import { DAY_MS, MINUTE_MS } from '@northlight/runtime';
import { createHotelSite, type SiteSpec } from '@northlight/simulator';
import { listRadioPlaces } from '../../packages/simulator/src/radio-places.ts';
import {
  extendMeasurement,
  findLastWindow,
  findNextMeasurement,
  mustBeTakenBack,
  readHistory,
  type StoredMeasurement,
  WINDOW_MS,
} from '../../packages/server/src/testing/rf-parts.ts';
import { computeQuantile, type Figure } from '../figure.ts';
import { HotelClients, STEP_MS } from './hotel-clients.ts';
import { HotelRadios, type TunedRadio } from './hotel-radios.ts';
import { computeUntilQuiet, planSteadily, SCANNED_MS } from './nightly-plan.ts';
import { RadioReports } from './radio-reports.ts';

const HOTELS = 5;
/** Days in which channels are planned, and days before the first measured night. */
const PLANNED_DAYS = 2;
const DAYS_BEFORE = 9;
const NIGHTS = 20;
/** In each fifth night, a worse plan is measured as well. */
const NIGHTS_PER_WORSENING = 5;
/** Part of the access points whose radios a worse plan puts on one channel of each band. */
const WORSENED_SHARE = 1 / 3;
const WORSE_CHANNELS = { low: 6, high: 36 } as const;
/** Metres that count for a floor in the distance of access points. */
const FLOOR_METRES = 10;
const START = Date.UTC(2026, 0, 5);

interface Counts {
  ordinary: number;
  takenBack: number;
  planted: number;
  /** Minutes until each planted worsening was found. */
  readonly foundAfter: number[];
}

/**
 * RF-12: measurements of plans after nights in which nothing changes but the neighbours and the traffic, and after plans that
 * put neighbours on one channel.
 */
export async function measureTakenBackPlans(): Promise<Figure> {
  const counts: Counts = { ordinary: 0, takenBack: 0, planted: 0, foundAfter: [] };
  for (let seed = 1; seed <= HOTELS; seed += 1) await playHotel(createHotelSite(seed), counts);
  const { foundAfter, ordinary, planted, takenBack } = counts;
  return {
    id: 'RF-12',
    text: `${HOTELS} hotels: ${foundAfter.length} of ${planted} planted worsenings found, after ${computeQuantile(foundAfter, 0.5)} min in the median and at most ${Math.max(...foundAfter)} min; ${takenBack} of ${ordinary} ordinary nights taken back`,
    goal: '20 of 20, 0 of 100',
    reached: foundAfter.length === 20 && planted === 20 && takenBack === 0 && ordinary === 100,
  };
}

async function playHotel(spec: SiteSpec, counts: Counts): Promise<void> {
  const random = createRandom(spec.seed);
  const clients = new HotelClients(spec);
  const radios = new HotelRadios({ clients, spec, start: START });
  const reports = new RadioReports();
  let nights = 0;
  let ordinary: MeasuredPlan | undefined;
  let worse: MeasuredPlan | undefined;
  for (let now = START; nights < NIGHTS || ordinary || worse; now += STEP_MS) {
    clients.step(now);
    radios.step(now);
    reports.add(radios.listDevices(now), now);
    if (await ordinary?.step(now)) {
      counts.takenBack += 1;
      ordinary = undefined;
    }
    if (worse && (await worse.step(now))) {
      counts.foundAfter.push((now - worse.appliedAt) / MINUTE_MS);
      worse = undefined;
    }
    if (ordinary?.isOver(now)) ordinary = undefined;
    if (worse?.isOver(now)) worse = undefined;
    const untilQuietMs = computeUntilQuiet(spec, now);
    const isPlanned = now - START < PLANNED_DAYS * DAY_MS;
    if (isPlanned && untilQuietMs <= SCANNED_MS) radios.scan(now);
    if (untilQuietMs > 0) continue;
    if (isPlanned) radios.tune(planSteadily(radios, now), now);
    if (now - START < DAYS_BEFORE * DAY_MS || nights === NIGHTS) continue;
    nights += 1;
    counts.ordinary += 1;
    ordinary = new MeasuredPlan({ appliedAt: now, history: reports, radios });
    if (nights % NIGHTS_PER_WORSENING > 0) continue;
    counts.planted += 1;
    const twin = new HotelRadios({ clients, spec, start: START }, radios.listTuned());
    twin.step(now);
    twin.tune(worsen(spec, radios, random), now);
    worse = new MeasuredPlan({ appliedAt: now, history: reports, radios: twin, isTwin: true });
  }
}

/** Puts the radios of the access points around one of them on one channel of each band. */
function worsen(spec: SiteSpec, radios: HotelRadios, random: () => number): TunedRadio[] {
  const places = [...listRadioPlaces(spec)].map(([sn, { position }]) => ({ sn, ...position }));
  const centre = places[Math.floor(random() * places.length)];
  if (!centre) return [];
  const measure = ({ floor, x, y }: typeof centre): number =>
    Math.hypot(x - centre.x, y - centre.y, FLOOR_METRES * (floor - centre.floor));
  const nearest = places.toSorted((one, other) => measure(one) - measure(other));
  const worsened = new Set(nearest.slice(0, Math.round(WORSENED_SHARE * places.length)).map(({ sn }) => sn));
  return radios
    .listTuned()
    .filter(({ deviceId }) => worsened.has(deviceId))
    .map((radio) => ({ ...radio, channel: WORSE_CHANNELS[radio.band === '2.4G' ? 'low' : 'high'] }));
}

interface MeasuredPlanOptions {
  readonly appliedAt: number;
  /** Reports before the plan. */
  readonly history: RadioReports;
  readonly radios: HotelRadios;
  /** True for radios that are played for this plan alone. */
  readonly isTwin?: boolean;
}

/** The measurement of an applied plan, as `measure-runs.ts` does it with stored reports. */
class MeasuredPlan {
  readonly appliedAt: number;
  readonly #options: MeasuredPlanOptions;
  readonly #reports = new RadioReports();
  #measurement: StoredMeasurement | undefined;
  #dueAt: number;

  constructor(options: MeasuredPlanOptions) {
    this.appliedAt = options.appliedAt;
    this.#options = options;
    this.#dueAt = findNextMeasurement(options.appliedAt).getTime();
  }

  isOver(now: number): boolean {
    return now - this.appliedAt >= DAY_MS;
  }

  /** Advances to a time (ms) and returns true if the plan must be taken back. */
  async step(now: number): Promise<boolean> {
    const { history, isTwin = false, radios } = this.#options;
    if (isTwin) radios.step(now);
    this.#reports.add(radios.listDevices(now), now);
    if (now < this.#dueAt) return false;
    this.#dueAt = findNextMeasurement(now).getTime();
    const last = findLastWindow(now);
    const first = (Math.floor(this.appliedAt / WINDOW_MS) + 1) * WINDOW_MS;
    this.#measurement ??= await readHistory(history, radios.listTuned(), {
      appliedAt: this.appliedAt,
      from: Math.max(first, last),
    });
    this.#measurement = await extendMeasurement(this.#reports, this.#measurement, last);
    return mustBeTakenBack(this.#measurement.windows);
  }
}
