import { z } from 'zod';

/** What changed; the console refetches what it shows of it, unless the rows themselves travel along. */
export const LIVE_RESOURCES = [
  'projects',
  'devices',
  'clients',
  'alarms',
  'logs',
  'jobs',
  'networkConfig',
  'networkDraft',
  'session',
  'sharing',
  'waitingDevices',
  'messages',
  'deviceSettings',
  'restartSchedules',
  'firmware',
  'templates',
] as const;
export type LiveResource = (typeof LIVE_RESOURCES)[number];

export const LIVE_PATH = '/api/v1/live';
export const LIVE_HEARTBEAT_MS = 15_000;
/** A stream is ended with `renew` after this long; the page opens the next one and goes on after its last event. */
export const LIVE_STREAM_LIFE_MS = 600_000;
/** First change leaves at once; further ones of the same resource are held back for this long. */
export const LIVE_COALESCE_MS = 1_000;

/** More changed rows than these are asked for, not brought along. */
export const LIVE_ROWS_MAX = 500;

/** A part of a row of a list, exactly as the list answers it. */
export const liveRow = z.looseObject({ id: z.string() });
export type LiveRow = z.infer<typeof liveRow>;

/** Payload of an SSE `change` event. `reset` events carry nothing: refetch everything. */
export const liveChange = z.object({
  resource: z.enum(LIVE_RESOURCES),
  projectId: z.number().int().optional(),
  version: z.number().int(),
  /** Nothing but these changed, for whoever may read the list that they are of. */
  rows: z.array(liveRow).optional(),
});
export type LiveChange = z.infer<typeof liveChange>;
