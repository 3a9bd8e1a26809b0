import { z } from 'zod';

/** What a download's handler answers: bytes with their media type; they leave as they are, not as JSON. */
export interface FileAnswer {
  readonly mediaType: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** Set for what is made anew for each request and saved under this name. */
  readonly saveAs?: string;
  /** Set for what is another at the next request; what is saved is so anyway. */
  readonly fresh?: true;
}

/** The response of an endpoint with `download`; pages name its path, the `call` of the console does not read it. */
export const fileAnswer = z.custom<FileAnswer>(
  (value) => typeof value === 'object' && value !== null && 'mediaType' in value && 'bytes' in value,
);
