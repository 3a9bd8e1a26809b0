import { z } from 'zod';

/** Result of a download's handler: bytes with their media type, sent unchanged. */
export interface FileAnswer {
  readonly mediaType: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** File name for a download that is created for each request. */
  readonly saveAs?: string;
  /** Set if the response must not be cached; downloads with a file name never are. */
  readonly fresh?: true;
}

/** Response of an endpoint with `download`. Pages link to its path; the console's `call` does not read it. */
export const fileAnswer = z.custom<FileAnswer>(
  (value) => typeof value === 'object' && value !== null && 'mediaType' in value && 'bytes' in value,
);
