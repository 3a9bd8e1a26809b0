import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type Clock, type Entropy, drawRandomFloat, sleep } from '@northlight/runtime';
import { PartialFile } from './partial-file.ts';

export interface DownloadOptions {
  /** An `https:` URL. Redirects are not followed. */
  readonly url: string;
  /** Certificate authority that is the only trusted one (PEM); the authorities of the system by default. */
  readonly ca?: string;
  /** Expected size in bytes. */
  readonly size: number;
  /** Expected hash in hexadecimal digits. */
  readonly sha256: string;
  /** Path of the complete file. The partial file has the suffix `.part`. */
  readonly file: string;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly signal?: AbortSignal;
  /** Called after each chunk with the total number of bytes. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Cause of the failure. `refused`: the address is invalid or expired; `different`: wrong size or hash;
 * `unreachable`: no attempts are left.
 */
export type DownloadFailure = 'refused' | 'different' | 'unreachable' | 'cancelled';

export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  readonly reason: DownloadFailure;
  constructor(reason: DownloadFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Maximum numbers of attempts in a row without a byte, and of all attempts. */
const FAILURES_AT_MOST = 6;
const ATTEMPTS_AT_MOST = 50;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** Time without a byte after which a connection is aborted. */
const STALLED_MS = 30_000;

/**
 * Downloads a file and resumes earlier attempts, also of an earlier process (Range and If-Range). The file gets its
 * name only when it is complete, has the right size and hash, and is synced. Rejects with `DownloadFailed` or a disk
 * error.
 */
export async function downloadFile(options: DownloadOptions): Promise<void> {
  const { file, sha256, size, url } = options;
  const wanted = sha256.toLowerCase();
  if (!url.startsWith('https://')) throw new DownloadFailed('refused', 'The download address is not https.');
  await using part = await PartialFile.open(`${file}.part`, size);
  const isResumed = part.bytes > 0;
  await fetchAll(options, part);
  if (part.digest() !== wanted && isResumed) {
    // Downloads once more from the start, because a power cut may have damaged the resumed part.
    await part.restart(undefined);
    await fetchAll(options, part);
  }
  if (part.digest() !== wanted) {
    await part.discard();
    throw new DownloadFailed('different', 'The file does not have the announced hash.');
  }
  await part.finish(file);
}

/** Repeats requests until the part is complete. */
async function fetchAll(options: DownloadOptions, part: PartialFile): Promise<void> {
  const { clock, entropy, signal, size } = options;
  let failures = 0;
  for (let attempt = 1; part.bytes < size; attempt++) {
    const before = part.bytes;
    const outcome = await fetchRest(options, part);
    if (signal?.aborted) throw new DownloadFailed('cancelled', 'The download was cancelled.');
    if (outcome === 'done') return;
    failures = part.bytes > before ? 0 : failures + 1;
    if (failures >= FAILURES_AT_MOST || attempt >= ATTEMPTS_AT_MOST)
      throw new DownloadFailed('unreachable', 'The file could not be downloaded.', { cause: outcome.cause });
    const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    await sleep(clock, Math.max(outcome.waitMs, longest * (0.5 + drawRandomFloat(entropy) / 2)), signal);
  }
}

interface RetryLater {
  readonly waitMs: number;
  readonly cause: unknown;
}

/** Sends one request for the missing bytes. */
async function fetchRest(options: DownloadOptions, part: PartialFile): Promise<'done' | RetryLater> {
  const { clock, onProgress, signal, size } = options;
  const stalled = new AbortController();
  const startStallTimer = (): (() => void) => clock.after(STALLED_MS, () => stalled.abort());
  let cancel = startStallTimer();
  try {
    const both = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
    const response = await get(options, part, both);
    const problem = await checkResponse(response, part, size);
    if (problem) {
      response.destroy();
      return problem;
    }
    for await (const chunk of response as AsyncIterable<Buffer>) {
      cancel();
      cancel = startStallTimer();
      if (part.bytes + chunk.length > size) {
        await part.discard();
        throw new DownloadFailed('different', 'The file is larger than announced.');
      }
      await part.append(chunk);
      onProgress?.(part.bytes);
    }
    return part.bytes === size ? 'done' : { waitMs: 0, cause: new Error('The response was too short.') };
  } catch (error) {
    if (error instanceof DownloadFailed || isDiskError(error)) throw error;
    return { waitMs: 0, cause: error };
  } finally {
    cancel();
  }
}

function get({ ca, url }: DownloadOptions, part: PartialFile, signal: AbortSignal): Promise<IncomingMessage> {
  const isResuming = part.bytes > 0 && part.etag !== undefined;
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, {
      ...(ca !== undefined && { ca }),
      minVersion: 'TLSv1.2',
      agent: false,
      signal,
      headers: isResuming ? { range: `bytes=${part.bytes}-`, 'if-range': part.etag } : {},
    });
    clientRequest.once('response', resolve).once('error', reject).end();
  });
}

/**
 * Checks a response. Resolves when its body can be appended; restarts the part when the server sends the
 * whole file.
 */
async function checkResponse(
  response: IncomingMessage,
  part: PartialFile,
  size: number,
): Promise<RetryLater | undefined> {
  const { headers, statusCode = 0 } = response;
  if (statusCode === 206) {
    if (headers['content-range'] === `bytes ${part.bytes}-${size - 1}/${size}`) return undefined;
    await part.restart(undefined);
    return { waitMs: 0, cause: new Error('The server sent a different range.') };
  }
  if (statusCode === 200) {
    if (Number(headers['content-length']) !== size)
      throw new DownloadFailed('different', 'The file does not have the announced size.');
    await part.restart(headers.etag);
    return undefined;
  }
  if (statusCode === 416) {
    await part.restart(undefined);
    return { waitMs: 0, cause: new Error('The server did not accept the range.') };
  }
  if (statusCode === 429 || statusCode >= 500) {
    const seconds = Number(headers['retry-after'] ?? 0);
    const waitMs = Number.isFinite(seconds) ? Math.min(MAX_WAIT_MS, seconds * 1000) : 0;
    return { waitMs, cause: new Error(`The server answered ${statusCode}.`) };
  }
  throw new DownloadFailed('refused', `The server answered ${statusCode}.`);
}

const DISK_ERRORS = new Set(['ENOSPC', 'EIO', 'EROFS', 'EDQUOT', 'EFBIG', 'EACCES']);
const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  DISK_ERRORS.has(String(error.code)) &&
  'syscall' in error &&
  error.syscall !== 'connect';
