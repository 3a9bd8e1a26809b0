/**
 * Applications whose traffic is counted. A device recognises them by the protocol and port of the server. A
 * device that distinguishes further applications adds the bytes of each to one of these counters. The list
 * may grow; `other` is all remaining traffic.
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
