/**
 * What traffic is counted by: the service at the end that was connected to, told by its protocol and port. A device that
 * counts by something finer adds it up to these; the list may grow, and `other` is everything that is none of them.
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
