import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../../random.ts';
import { createSpectrum } from '../spectrum.ts';
import { createSiteProblem } from './create-problem.ts';
import { poolScans } from './pool-scans.ts';
import type { MeasuredChannel, ReceivedNetwork, Site, SiteRadio } from './site.ts';

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;
const CHANNELS = [createSpectrum('2.4G', 1), createSpectrum('2.4G', 6), createSpectrum('5G', 36)] as const;
const RADIOS = 4;
const choices = CHANNELS.map((channel) => ({ ...channel, checkSeconds: 0, radarEvents: 0 }));

/** Returns a site whose devices have scanned many times, with own and foreign networks, some of them impossible or old. */
function createScannedSite(random: () => number): Site {
  const pick = (count: number): number => Math.floor(random() * count);
  const radios = Array.from({ length: RADIOS }, (_, index): SiteRadio => ({
    id: `ap${index}/r0`,
    deviceId: `ap${index}`,
    bssids: [0, 1].map((network) => `02:00:00:00:0${index}:0${network}`),
    spectrum: CHANNELS[pick(3)] ?? CHANNELS[0],
    powerDbm: 14 + pick(8),
    choices,
    load: random(),
    clients: 0,
    isPinned: false,
  }));
  const networks = Array.from({ length: 120 }, (): ReceivedNetwork => ({
    deviceId: `ap${pick(RADIOS)}`,
    bssid:
      random() < 0.5 ? `02:00:00:00:0${pick(RADIOS)}:0${pick(2)}` : `aa:00:00:00:${pick(9)}0:0${pick(3)}`,
    levelDbm: random() < 0.05 ? 7 : -40 - 60 * random(),
    spectrum: CHANNELS[pick(3)] ?? CHANNELS[0],
    at: NOW - pick(27) * HOUR,
    ...(random() < 0.5 && { load: random() }),
  }));
  const channels = Array.from({ length: 40 }, (): MeasuredChannel => ({
    deviceId: `ap${pick(RADIOS)}`,
    spectrum: CHANNELS[pick(3)] ?? CHANNELS[0],
    busy: random() < 0.05 ? Number.NaN : random(),
    at: NOW - pick(27) * HOUR,
  }));
  return { radios, networks, channels };
}

/** Rounds figures, whose last digits depend on the order of sums. */
const round = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === 'number' ? Math.round(each * 1e6) : each,
    ),
  );
const byRadios = (one: { readonly a: number; readonly b: number }, other: typeof one): number =>
  one.a - other.a || one.b - other.b;

test('pooled scans give the same problem as all of them, with one reading per device and sender', () =>
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const site = createScannedSite(createRandom(seed));
      const pooled = { ...site, ...poolScans(site, NOW) };
      const [all, few] = [site, pooled].map((each) => createSiteProblem(each, NOW));
      expect(round(few!.radios)).toEqual(round(all!.radios));
      expect(round(few!.contentions.toSorted(byRadios))).toEqual(round(all!.contentions.toSorted(byRadios)));
      const keys = pooled.networks.map(({ bssid, deviceId }) => `${deviceId} ${bssid}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(poolScans(pooled, NOW).networks).toHaveLength(pooled.networks.length);
    }),
  ));
