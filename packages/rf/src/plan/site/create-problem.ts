import { computeExpectedContention } from '../contention.ts';
import type { Contention, PlanProblem, PlanRadio, RadioOption } from '../problem.ts';
import { computeSpectralOverlap, isPossibleSpectrum, type Spectrum } from '../spectrum.ts';
import { computeForeignBusy, listForeignSenders, listUsualBusy } from './foreign-load.ts';
import { estimatePathLosses, getPower, isSameBand } from './path-losses.ts';
import type { PathLoss, Site, SiteChoice, SiteRadio } from './site.ts';
import { listUsableNetworks } from './usable-networks.ts';

/** Airtime that a radio without traffic needs for its beacons, as a share. */
const LEAST_LOAD = 0.02;
/** Cost of a change, of the unit of a load: for itself, for each client, and for each minute that a client is without Wi-Fi. */
const CHANGE_COST = 0.002;
const CLIENT_COST = 0.0005;
const CLIENT_MINUTE_COST = 0.002;
/** Cost of a channel for each time that radar was found on it. */
const RADAR_COST = 0.02;
/** Cost of a channel that a radio must leave: more than all that a change can cost. */
const FORBIDDEN_COST = 10;
/** Ratio of signal to noise that a client is assumed to have in 20 MHz (dB). */
const CLIENT_SNR_DB = 28;

/** Radios as a plan sets them; for an absent part they are as now. */
export interface SetRadios {
  /** Power of each radio (dBm). */
  readonly powersDbm?: readonly number[];
  /** Load of each radio; 0 for one that is off. */
  readonly loads?: readonly number[];
}

/**
 * Creates the problem of a site. The order of its radios stays, and their options are their choices in order.
 *
 * @param set radios as a plan sets them, if their interference is to be computed
 */
export function createSiteProblem(site: Site, now: number, set: SetRadios = {}): PlanProblem {
  const { channels, radios } = site;
  const networks = listUsableNetworks(site, now);
  const losses = estimatePathLosses(site, now, networks);
  const contentions = listContentions(radios, losses, set.powersDbm ?? radios.map(getPower));
  const own = new Set(radios.flatMap(({ bssids }) => bssids));
  const foreign = mapGroups(
    networks.filter(({ bssid }) => !own.has(bssid)),
    (received) => listForeignSenders(received, now),
  );
  const measured = mapGroups(channels, (measurements) => listUsualBusy(measurements, now));
  const neighbours = listNeighbours(radios, contentions);
  const planRadios = radios.map((radio, index): PlanRadio => {
    const senders = foreign.get(radio.deviceId) ?? [];
    const usual = measured.get(radio.deviceId) ?? [];
    const explain = (spectrum: Spectrum): number =>
      [{ other: index, share: 1 }, ...(neighbours[index] ?? [])].reduce(
        (sum, { other, share }) =>
          sum + share * getLoad(radios[other]!) * computeSpectralOverlap(spectrum, radios[other]!.spectrum),
        0,
      );
    const options = listOptions(radio).map((choice, option): RadioOption => ({
      ...choice,
      foreignBusy: computeForeignBusy(choice, senders, usual, explain),
      cost: computeCost(radio, choice),
      ...(option >= radio.choices.length && { isNoChoice: true }),
    }));
    return {
      options,
      present: options.findIndex((option) => isSameSpectrum(option, radio.spectrum)),
      load: set.loads?.[index] ?? getLoad(radio),
      ...((radio.isPinned || (radio.rest && !radio.mustLeave)) && { isPinned: true }),
    };
  });
  return { radios: planRadios, contentions };
}

/** Returns the result for the items of each device. */
const mapGroups = <Item extends { readonly deviceId: string }, Result>(
  items: readonly Item[],
  toResult: (items: readonly Item[]) => Result,
): Map<string, Result> =>
  new Map(
    [...Map.groupBy(items, ({ deviceId }) => deviceId)].map(([id, group]) => [id, toResult(group)] as const),
  );

/** Lists the choices of a radio, and its present channel if it is not among them. */
export const listOptions = ({ choices, spectrum }: Pick<SiteRadio, 'choices' | 'spectrum'>): SiteChoice[] =>
  choices.some((choice) => isSameSpectrum(choice, spectrum))
    ? [...choices]
    : [...choices, { ...spectrum, checkSeconds: 0, radarEvents: 0 }];

const isSameSpectrum = (one: Spectrum, other: Spectrum): boolean =>
  one.channel === other.channel && one.lowMhz === other.lowMhz && one.highMhz === other.highMhz;

const getLoad = ({ load }: SiteRadio): number => (load > LEAST_LOAD ? Math.min(1, load) : LEAST_LOAD);

function listContentions(
  radios: readonly SiteRadio[],
  losses: readonly PathLoss[],
  powersDbm: readonly number[],
): Contention[] {
  const known = new Set(losses.map(({ a, b }) => a * radios.length + b));
  const inOneDevice = radios.flatMap((radio, b) =>
    radios
      .slice(0, b)
      .flatMap((other, a) =>
        other.deviceId === radio.deviceId && isSameBand(other, radio) && !known.has(a * radios.length + b)
          ? [{ a, b, lossDb: 0 }]
          : [],
      ),
  );
  return [...losses, ...inOneDevice].flatMap(({ a, b, lossDb }) => {
    const atA = computeExpectedContention(powersDbm[b]! - lossDb);
    const atB = computeExpectedContention(powersDbm[a]! - lossDb);
    return atA > 0 || atB > 0 ? [{ a, b, atA, atB }] : [];
  });
}

/** Lists the radios that disturb each radio, with the share. */
function listNeighbours(
  radios: readonly SiteRadio[],
  contentions: readonly Contention[],
): { readonly other: number; readonly share: number }[][] {
  const neighbours: { other: number; share: number }[][] = radios.map(() => []);
  for (const { a, atA, atB, b } of contentions) {
    neighbours[a]?.push({ other: b, share: atA });
    neighbours[b]?.push({ other: a, share: atB });
  }
  return neighbours;
}

/** Returns the cost of a channel of its own: its data rate, its radar, and the change to it. */
function computeCost(radio: SiteRadio, choice: SiteChoice): number {
  const rate = -getLoad(radio) * Math.log(getRelativeRate(choice));
  const radar = RADAR_COST * choice.radarEvents;
  if (isSameSpectrum(choice, radio.spectrum)) return rate + radar + (radio.mustLeave ? FORBIDDEN_COST : 0);
  const perClient = CLIENT_COST + (CLIENT_MINUTE_COST * choice.checkSeconds) / 60;
  const clients = radio.clients > 0 ? radio.clients : 0;
  return rate + radar + CHANGE_COST + clients * perClient;
}

/** Returns the data rate of a channel in relation to 20 MHz: a wider one has more bandwidth, and more noise. */
function getRelativeRate(spectrum: Spectrum): number {
  const widthMhz = isPossibleSpectrum(spectrum) ? spectrum.widthMhz : 20;
  const factor = widthMhz / 20;
  const capacity = (snr: number): number => Math.log2(1 + 10 ** (snr / 10));
  return (factor * capacity(CLIENT_SNR_DB - 10 * Math.log10(factor))) / capacity(CLIENT_SNR_DB);
}
