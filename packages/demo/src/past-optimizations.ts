import { findCapabilities, NET_MODES } from '@northlight/contract';
import { HOUR_MS, MINUTE_MS, SeededEntropy } from '@northlight/runtime';
import {
  countRunsBefore,
  insertPastRun,
  listPastChannels,
  type PastChannel,
  type PastRun,
  type Services,
  WORSE_REASON,
} from '@northlight/server/extension';
import { type HistoricScan, SiteHistory, type SiteHistoryOptions } from '@northlight/simulator';
import type { DeviceIds } from './past-events.ts';
import { computeTimeBefore } from './past-times.ts';
import type { DemoProject } from './seed.ts';

const INSTALLER = 'marta.reis@example.com';
/** Time for which the site runs before a plan, so that radios have traffic (ms). */
const WARM_UP_MS = HOUR_MS;
const STEP_MS = 3 * MINUTE_MS;
/** Two measured windows of 15 min after the start of the first whole one, and the delay of the reports. */
const TAKEN_BACK_AFTER_MS = 47 * MINUTE_MS;
/** Time for which the exhibition is open that begins with the second optimization. */
const EXHIBITION_MS = 9 * HOUR_MS;

type Optimization = Omit<PastRun, 'devices'>;

const findSecondTime = (end: number): number => computeTimeBefore(end, 20, 9);

/**
 * Lists the optimizations of a simulated past that ends at `end` (ms). The second one was taken back, because an exhibition
 * opened in the hotel at the same time. The others were restored, so that the site begins with the channels that its access
 * points choose.
 */
function listPastOptimizations(end: number): Optimization[] {
  const [first, second, last] = [
    computeTimeBefore(end, 28, 3),
    findSecondTime(end),
    computeTimeBefore(end, 12, 3),
  ];
  const runs: readonly Omit<Optimization, 'by'>[] = [
    { trigger: 'manual', at: first, restoredAt: computeTimeBefore(end, 25, 9) },
    { trigger: 'manual', at: second, restoredAt: second + TAKEN_BACK_AFTER_MS, reason: WORSE_REASON },
    { trigger: 'scheduled', at: last, restoredAt: computeTimeBefore(end, 9, 9) },
  ];
  return runs.map((run) => ({ ...run, by: INSTALLER }));
}

/** Returns the time of the exhibition in a simulated past that ends at `end` (ms). */
export function findExhibition(end: number): Required<SiteHistoryOptions>['exhibition'] {
  const from = findSecondTime(end);
  return { from, until: from + EXHIBITION_MS };
}

type RadiosAt = Required<SiteHistoryOptions>['setRadios'];

/** Stores the optimizations of a site with Wi-Fi before `endsAt` that are missing, each with the channels of the earlier ones. */
export async function storePastOptimizations(
  services: Services,
  { id, project, spec }: Pick<DemoProject, 'id' | 'project' | 'spec'>,
  ids: DeviceIds,
  { endsAt, isEnding }: { readonly endsAt: Date; readonly isEnding: () => boolean },
): Promise<void> {
  if (project.netMode !== NET_MODES.wlan) return;
  const stored = await countRunsBefore(services, id, endsAt);
  for (const run of listPastOptimizations(endsAt.getTime()).slice(stored)) {
    if (isEnding()) return;
    const setRadios = await readPastRadios(services, id, ids);
    const devices = listReportedDevices({ id, spec }, ids, { at: run.at, setRadios });
    await insertPastRun(services, id, { ...run, devices });
  }
}

/** Returns a function that lists the radios of a device that plans of the past had set at a time. */
export async function readPastRadios(
  services: Services,
  projectId: number,
  ids: DeviceIds,
): Promise<RadiosAt> {
  return createPastRadios(await listPastChannels(services, projectId), ids);
}

/** Returns the access points of a site as they reported themselves and others at a time (ms). */
function listReportedDevices(
  { id, spec }: Pick<DemoProject, 'id' | 'spec'>,
  ids: DeviceIds,
  { at, setRadios }: Pick<Optimization, 'at'> & { readonly setRadios: RadiosAt },
): PastRun['devices'] {
  const site = new SiteHistory({
    spec,
    entropy: new SeededEntropy(id),
    start: at - WARM_UP_MS,
    isOnline: () => true,
    setRadios,
  });
  for (let time = at - WARM_UP_MS; time <= at; time += STEP_MS) site.step(time);
  const scans = site.scan();
  const devices = new Map(spec.devices.map((device) => [device.sn, device]));
  return scans.flatMap(({ networks, radios, sn }: HistoricScan) => {
    const [device, deviceId] = [devices.get(sn), ids.get(sn)];
    const caps = device && findCapabilities(device.model);
    if (!caps || deviceId === undefined) return [];
    const own = new Set(radios.flatMap(({ bssids = [] }) => bssids));
    return [
      {
        id: deviceId,
        name: device.name,
        caps,
        isOnline: true,
        isBroadcasting: caps.kind !== 'cpe',
        radios,
        reportedAt: at,
        networks: networks.filter(({ bssid }) => !own.has(bssid)).map((network) => ({ ...network, at })),
        channels: [],
        scannedAt: at,
      },
    ];
  });
}

function createPastRadios(channels: readonly PastChannel[], ids: DeviceIds): RadiosAt {
  const byDevice = Map.groupBy(channels, ({ deviceId }) => deviceId);
  return (sn, at) => {
    const set = (byDevice.get(ids.get(sn) ?? '') ?? [])
      .filter(({ from, until }) => at >= from && at < until)
      .toSorted((one, other) => one.from - other.from)
      .map(({ channel, radioId, widthMhz }) => ({
        id: radioId,
        channel,
        widthMhz,
        powerDbm: 'auto' as const,
      }));
    // Of two plans, the later one counts.
    return [...new Map(set.map((radio) => [radio.id, radio] as const)).values()];
  };
}
