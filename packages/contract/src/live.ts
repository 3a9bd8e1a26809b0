import { z } from 'zod';
import { LIVE_RESOURCES } from './kit/resources.ts';

export const LIVE_PATH = '/api/v1/live';
export const LIVE_HEARTBEAT_MS = 15_000;
/**
 * Lifetime of a stream (ms). It ends with a `renew` event; the page then opens the next stream and resumes
 * after its last event.
 */
export const LIVE_STREAM_LIFE_MS = 600_000;
/** The first change is sent at once; further changes of the same resource are delayed by this time. */
export const LIVE_COALESCE_MS = 1_000;

/** Maximum number of rows in an event; with more rows the page refetches the list. */
export const LIVE_ROWS_MAX = 500;

/** Changed fields of a row, exactly as the list returns them. */
export const liveRow = z.looseObject({ id: z.string() });
export type LiveRow = z.infer<typeof liveRow>;

/**
 * Payload of an SSE `change` event. A `reset` event has no payload and requires the page to refetch all data.
 */
export const liveChange = z.object({
  resource: z.enum(LIVE_RESOURCES),
  projectId: z.number().int().optional(),
  version: z.number().int(),
  /** Changed rows, for viewers who may read the whole list; absent if other data may have changed too. */
  rows: z.array(liveRow).optional(),
});
export type LiveChange = z.infer<typeof liveChange>;
