import type { OnlineClient } from '@northlight/contract';

export type ClientKind =
  | 'camera'
  | 'computer'
  | 'console'
  | 'phone'
  | 'printer'
  | 'tablet'
  | 'tv'
  | 'unknown'
  | 'watch';

/** Patterns of the host names that devices have by default, most specific first. */
const PATTERNS: readonly (readonly [ClientKind, RegExp])[] = [
  ['tablet', /ipad|galaxy-?tab|\btablet|kindle/i],
  ['watch', /watch/i],
  ['phone', /iphone|galaxy|pixel|\bandroid|oneplus|redmi|xperia|huawei|phone/i],
  ['tv', /\btv\b|-tv|appletv|chromecast|roku|bravia|shield/i],
  ['console', /playstation|\bps[45]\b|xbox|nintendo/i],
  ['printer', /print|\bnpi[0-9a-f]{6}|epson|brother|canon|officejet|laserjet/i],
  ['camera', /\bcam(era)?\b|-cam|ipc-/i],
  ['computer', /macbook|imac|desktop-|laptop|notebook|thinkpad|surface|\bpc\b|-pc|workstation/i],
];

export const CLIENT_KIND_LABELS: Readonly<Record<ClientKind, string>> = {
  camera: 'Camera',
  computer: 'Computer',
  console: 'Game console',
  phone: 'Phone',
  printer: 'Printer',
  tablet: 'Tablet',
  tv: 'TV',
  unknown: 'Unknown kind',
  watch: 'Watch',
};

/** Guesses the kind of a client from its host name: clients do not report their kind. */
export function guessClientKind({
  name,
  reportedName = name,
}: Pick<OnlineClient, 'name' | 'reportedName'>): ClientKind {
  return PATTERNS.find(([, pattern]) => pattern.test(reportedName))?.[0] ?? 'unknown';
}
