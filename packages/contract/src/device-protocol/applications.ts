/**
 * Applications by which traffic is counted, recognised by protocol and port of the server's side. A device that
 * distinguishes more sums its counters up to these. The list may grow; `other` is all remaining traffic.
 */
export const APPLICATIONS = [
  'web',
  'quic',
  'dns',
  'mail',
  'remote',
  'vpn',
  'voice',
  'streaming',
  'files',
  'messaging',
  'time',
  'other',
] as const;
export type Application = (typeof APPLICATIONS)[number];

const KNOWN: ReadonlySet<string> = new Set(APPLICATIONS);
export const isApplication = (id: string): id is Application => KNOWN.has(id);
