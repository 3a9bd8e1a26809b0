/** Reasons for an optimization of a part of a site, apart from the schedule. No side effects. */

interface NamedDevice {
  readonly deviceId: string;
  readonly deviceName: string;
}

export interface FoundRadar extends NamedDevice {
  readonly channels: readonly number[];
  /** Time at which it was found (ms). */
  readonly at: number;
}

export interface BusyRadio extends NamedDevice {
  readonly channel: number;
  /** Lowest share of the time in which the channel was busy, of all reports of the last 15 min (%). */
  readonly percent: number;
}

export interface JoinedDevice extends NamedDevice {
  /** Time at which it was added to the project (ms). */
  readonly joinedAt: number;
  /** Time since when it is online (ms); undefined while it is offline. */
  readonly onlineSince: number | undefined;
}

export interface SiteFacts {
  readonly now: number;
  /** Start of the last run (ms); undefined before the first one. */
  readonly lastRunAt: number | undefined;
  /** Radar whose bans last. */
  readonly radar: readonly FoundRadar[];
  /** Radios that are busy now and were not before the last run. */
  readonly busy: readonly BusyRadio[];
  readonly devices: readonly JoinedDevice[];
}

/** The reason of an automatic run, and the devices around which it plans. */
export interface Cause {
  readonly sentence: string;
  readonly deviceIds: readonly string[];
}

/** Time for which a new access point must be online, so that it has scanned and clients have joined (ms). */
const SETTLED_MS = 10 * 60_000;
/** Time within which radar is reported after it was found: a run that began in it may not have known it (ms). */
const REPORT_DELAY_MS = 90_000;

/** Returns why a part of a site is planned again: radar, then new access points, then busy channels since the last run. */
export const findCause = (facts: SiteFacts): Cause | undefined =>
  findRadar(facts) ?? findJoined(facts) ?? findBusy(facts);

function findRadar({ lastRunAt = 0, radar }: SiteFacts): Cause | undefined {
  const fresh = radar.filter(({ at }) => at > lastRunAt - REPORT_DELAY_MS);
  const [first] = fresh;
  if (!first) return undefined;
  const { channels } = first;
  const where =
    channels.length === 1 ? `channel ${channels[0]}` : `channels ${channels[0]} to ${channels.at(-1)}`;
  return createCause(fresh, (names) => `Radar on ${where} at ${names}.`);
}

/** A project without a run has no access points that are new to a plan. */
function findJoined({ devices, lastRunAt = Number.POSITIVE_INFINITY, now }: SiteFacts): Cause | undefined {
  const fresh = devices.filter(
    ({ joinedAt, onlineSince = Number.POSITIVE_INFINITY }) =>
      joinedAt > lastRunAt && now - onlineSince >= SETTLED_MS,
  );
  return createCause(fresh, (names) => `New access point: ${names}.`);
}

function findBusy({ busy }: SiteFacts): Cause | undefined {
  const [worst] = busy.toSorted((one, other) => other.percent - one.percent);
  if (!worst) return undefined;
  return createCause(
    [worst, ...busy.filter((radio) => radio !== worst)],
    (names) =>
      `Channel ${worst.channel} was at least ${Math.floor(worst.percent)} % busy for 15 min at ${names}.`,
  );
}

function createCause(devices: readonly NamedDevice[], format: (names: string) => string): Cause | undefined {
  const named = new Map(devices.map(({ deviceId, deviceName }) => [deviceId, deviceName] as const));
  const [first] = named.values();
  if (first === undefined) return undefined;
  const more = named.size - 1;
  const others = more === 0 ? '' : ` and ${more} more access point${more === 1 ? '' : 's'}`;
  return { sentence: format(`${first}${others}`), deviceIds: [...named.keys()] };
}
