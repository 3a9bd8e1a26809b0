import { z } from 'zod';

/** Result of a download handler: bytes that are sent unchanged with their media type. */
export interface FileAnswer {
  readonly mediaType: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** File name for a download that is created for each request. */
  readonly saveAs?: string;
  /** Set if the response must not be cached. Downloads with a file name are never cached. */
  readonly fresh?: true;
}

/**
 * Schema of the response of an endpoint with `download`. Pages link to its path, and the console's `call`
 * does not read it.
 */
export const fileAnswer = z.custom<FileAnswer>(
  (value) => typeof value === 'object' && value !== null && 'mediaType' in value && 'bytes' in value,
);
