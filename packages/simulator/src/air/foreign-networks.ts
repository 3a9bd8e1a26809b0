import { drawRandomFloat, drawRandomInt, type Entropy, SeededEntropy } from '@northlight/runtime';
import type { AirBand, ForeignNetwork, Period, Position, TrafficDay, WidthMhz } from './air-site.ts';
import type { SiteArea } from './site-area.ts';

type Weighted<Value> = readonly (readonly [value: Value, weight: number])[];

const COUNT = { from: 10, to: 60 } as const;
/** Channels as people leave them: factory defaults, and some by hand. */
const CHANNELS: Readonly<Record<'2.4G' | '5G', Weighted<number>>> = {
  '2.4G': [
    [1, 28],
    [6, 34],
    [11, 26],
    [3, 5],
    [8, 4],
    [13, 3],
  ],
  '5G': [
    [36, 32],
    [40, 10],
    [44, 18],
    [48, 8],
    [100, 18],
    [52, 5],
    [149, 6],
    [112, 3],
  ],
};
const WIDTHS: Readonly<Record<'2.4G' | '5G', Weighted<WidthMhz>>> = {
  '2.4G': [
    [20, 80],
    [40, 20],
  ],
  '5G': [
    [20, 18],
    [40, 22],
    [80, 60],
  ],
};
const SECURITY: Weighted<string> = [
  ['WPA2', 60],
  ['WPA2/WPA3', 22],
  ['WPA3', 8],
  ['WPA2-Enterprise', 5],
  ['open', 5],
];
const NAMES = [
  'FRITZ-Box',
  'Cafe',
  'NeighbourNet',
  'Office',
  'HomeBox',
  'TV',
  'Printer-Direct',
  'Guest',
  'Studio',
];
const DAYS: Weighted<TrafficDay> = [
  ['home', 70],
  ['office', 25],
  ['steady', 5],
];
/** Share of the networks that are present on some days only, such as those of phones and of tradespeople. */
const OCCASIONAL_SHARE = 0.2;
/** Distance (m) of neighbours from the area of the site. */
const MIN_DISTANCE_M = 3;
const MAX_DISTANCE_M = 30;

function drawWeighted<Value>(entropy: Entropy, values: Weighted<Value>, usual: Value): Value {
  const sum = values.reduce((total, [, weight]) => total + weight, 0);
  let rest = drawRandomFloat(entropy) * sum;
  for (const [value, weight] of values) {
    rest -= weight;
    if (rest < 0) return value;
  }
  return usual;
}

const drawBetween = (entropy: Entropy, from: number, to: number): number =>
  from + (to - from) * drawRandomFloat(entropy);

function drawPosition(entropy: Entropy, area: SiteArea): Position {
  const isBesideX = drawRandomFloat(entropy) < 0.5;
  const metres = drawBetween(entropy, MIN_DISTANCE_M, MAX_DISTANCE_M);
  const isBefore = drawRandomFloat(entropy) < 0.5;
  const drawOutside = (from: number, to: number): number => (isBefore ? from - metres : to + metres);
  const { fromX, fromY, highestFloor, lowestFloor, toX, toY } = area;
  return {
    x: isBesideX ? drawOutside(fromX, toX) : drawBetween(entropy, fromX, toX),
    y: isBesideX ? drawBetween(entropy, fromY, toY) : drawOutside(fromY, toY),
    floor: drawRandomInt(entropy, lowestFloor, highestFloor),
  };
}

/** Creates the neighbours of a site: 10 to 60 networks, which the seed decides. */
export function createForeignNetworks(seed: number, area: SiteArea): ForeignNetwork[] {
  const entropy = new SeededEntropy(seed);
  const count = drawRandomInt(entropy, COUNT.from, COUNT.to);
  return Array.from({ length: count }, (_, index): ForeignNetwork => {
    const band: AirBand = drawRandomFloat(entropy) < 0.55 ? '2.4G' : '5G';
    const name = NAMES[drawRandomInt(entropy, 0, NAMES.length - 1)] ?? 'Network';
    const isHidden = drawRandomFloat(entropy) < 0.06;
    return {
      bssid: formatBssid(seed, index),
      ssid: isHidden ? '' : `${name}-${drawRandomInt(entropy, 10, 99)}`,
      security: drawWeighted(entropy, SECURITY, 'WPA2'),
      position: drawPosition(entropy, area),
      band,
      channel: drawWeighted(entropy, CHANNELS[band], band === '2.4G' ? 1 : 36),
      widthMhz: drawWeighted(entropy, WIDTHS[band], 20),
      powerDbm: drawRandomInt(entropy, 14, band === '2.4G' ? 20 : 23),
      entryLossDb: drawBetween(entropy, 4, 16),
      day: drawWeighted(entropy, DAYS, 'home'),
      // Most networks are nearly idle, and few are busy.
      peakDuty: 0.02 + 0.5 * drawRandomFloat(entropy) ** 3,
      presentShare: drawRandomFloat(entropy) < OCCASIONAL_SHARE ? drawBetween(entropy, 0.2, 0.8) : 1,
    };
  });
}

/** Networks of an exhibition: all are busy, also on channels with radar. */
const EXHIBITORS = 40;
const EXHIBITOR_CHANNELS = { '2.4G': [1, 6, 11], '5G': [36, 44, 52, 60, 100, 108, 116, 149, 157] } as const;
const EXHIBITOR_DUTY = { from: 0.3, to: 0.7 } as const;
/** First number of the addresses of exhibitors, behind those of the neighbours. */
const EXHIBITOR_INDEX = 0x80;

/** Creates the networks of an exhibition in a building: each exhibitor has its own access point. */
export function createExhibition(seed: number, area: SiteArea, during: Period): ForeignNetwork[] {
  const entropy = new SeededEntropy(seed + during.from);
  return Array.from({ length: EXHIBITORS }, (_, index): ForeignNetwork => {
    const band = index % 2 === 0 ? '2.4G' : '5G';
    const channels = EXHIBITOR_CHANNELS[band];
    return {
      bssid: formatBssid(seed, EXHIBITOR_INDEX + index),
      ssid: `Booth-${index + 1}`,
      security: 'WPA2',
      position: {
        x: drawBetween(entropy, area.fromX, area.toX),
        y: drawBetween(entropy, area.fromY, area.toY),
        floor: drawRandomInt(entropy, area.lowestFloor, area.highestFloor),
      },
      band,
      channel: channels[drawRandomInt(entropy, 0, channels.length - 1)] ?? channels[0],
      widthMhz: band === '2.4G' ? 20 : 40,
      powerDbm: 20,
      entryLossDb: 0,
      day: 'steady',
      peakDuty: drawBetween(entropy, EXHIBITOR_DUTY.from, EXHIBITOR_DUTY.to),
      presentShare: 1,
      during,
    };
  });
}

/** Returns a locally administered address, which belongs to no manufacturer. */
function formatBssid(seed: number, index: number): string {
  const bytes = [seed >>> 16, seed >>> 8, seed, index].map((byte) =>
    (byte & 0xff).toString(16).padStart(2, '0'),
  );
  return `02:5c:${bytes.join(':')}`;
}
