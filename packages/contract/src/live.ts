import { z } from 'zod';

/** What changed; the console refetches what it shows of it. Never the thing itself. */
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
/** First change leaves at once; further ones of the same resource are held back for this long. */
export const LIVE_COALESCE_MS = 1_000;

/** Payload of an SSE `change` event. `reset` events carry nothing: refetch everything. */
export const liveChange = z.object({
  resource: z.enum(LIVE_RESOURCES),
  projectId: z.number().int().optional(),
  version: z.number().int(),
});
export type LiveChange = z.infer<typeof liveChange>;
