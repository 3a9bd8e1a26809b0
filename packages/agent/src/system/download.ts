import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type Clock, type Entropy, randomFloat, sleep } from '@northlight/runtime';
import { Part } from './download-part.ts';

export interface DownloadOptions {
  /** `https:`; no redirection is followed. */
  readonly url: string;
  /** The authority to trust (PEM), and no other; those of the system when absent. */
  readonly ca?: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  /** Where the whole file stands in the end; what has come so far is beside it. */
  readonly file: string;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly signal?: AbortSignal;
  /** Told after each piece. */
  readonly onProgress?: (bytes: number) => void;
}

/** `refused`: the address is of no use (any more); `different`: not the file that was promised; `unreachable`: tried enough. */
export type DownloadFailure = 'refused' | 'different' | 'unreachable' | 'cancelled';

export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  readonly reason: DownloadFailure;
  constructor(reason: DownloadFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** In a row without a byte, and altogether. */
const FAILURES_AT_MOST = 6;
const ATTEMPTS_AT_MOST = 50;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Without a byte for so long a connection is given up. */
const STALLED_MS = 30_000;

/**
 * Fetches a file. What was fetched before, also by an earlier process, is gone on with (Range and If-Range); the file
 * appears under its name only whole, with the right size and hash, and safe on the disk. Rejects with DownloadFailed, or
 * with what the disk says.
 */
export async function download(options: DownloadOptions): Promise<void> {
  const { file, sha256, size, url } = options;
  const wanted = sha256.toLowerCase();
  if (!url.startsWith('https://')) throw new DownloadFailed('refused', 'The address is not https.');
  await using part = await Part.open(`${file}.part`, size);
  const tookUp = part.bytes > 0;
  await fetchAll(options, part);
  if (part.digest() !== wanted && tookUp) {
    // What lay there may have been torn by a power cut: once more, from the beginning.
    await part.restart(undefined);
    await fetchAll(options, part);
  }
  if (part.digest() !== wanted) {
    await part.discard();
    throw new DownloadFailed('different', 'The file has another hash than was promised.');
  }
  await part.finish(file);
}

/** Asks until the part is as long as the file. */
async function fetchAll(options: DownloadOptions, part: Part): Promise<void> {
  const { clock, entropy, signal, size } = options;
  let failures = 0;
  for (let attempt = 1; part.bytes < size; attempt++) {
    const before = part.bytes;
    const outcome = await fetchRest(options, part);
    if (signal?.aborted) throw new DownloadFailed('cancelled', 'The download was cancelled.');
    if (outcome === 'done') return;
    failures = part.bytes > before ? 0 : failures + 1;
    if (failures >= FAILURES_AT_MOST || attempt >= ATTEMPTS_AT_MOST)
      throw new DownloadFailed('unreachable', 'The file could not be fetched.', { cause: outcome.cause });
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    await sleep(clock, Math.max(outcome.waitMs, longest * (0.5 + randomFloat(entropy) / 2)), signal);
  }
}

interface Again {
  readonly waitMs: number;
  readonly cause: unknown;
}

/** One request for what is missing, up to its end or its failure. */
async function fetchRest(options: DownloadOptions, part: Part): Promise<'done' | Again> {
  const { clock, onProgress, signal, size } = options;
  const stalled = new AbortController();
  const giveUp = (): (() => void) => clock.after(STALLED_MS, () => stalled.abort());
  let cancel = giveUp();
  try {
    const both = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
    const response = await get(options, part, both);
    const verdict = await judge(response, part, size);
    if (verdict) {
      response.destroy();
      return verdict;
    }
    for await (const chunk of response as AsyncIterable<Buffer>) {
      cancel();
      cancel = giveUp();
      if (part.bytes + chunk.length > size) {
        await part.discard();
        throw new DownloadFailed('different', 'The file is larger than was promised.');
      }
      await part.append(chunk);
      onProgress?.(part.bytes);
    }
    return part.bytes === size ? 'done' : { waitMs: 0, cause: new Error('The answer was too short.') };
  } catch (error) {
    if (error instanceof DownloadFailed || isOfDisk(error)) throw error;
    return { waitMs: 0, cause: error };
  } finally {
    cancel();
  }
}

function get({ ca, url }: DownloadOptions, part: Part, signal: AbortSignal): Promise<IncomingMessage> {
  const goesOn = part.bytes > 0 && part.etag !== undefined;
  return new Promise((resolve, reject) => {
    const asking = request(url, {
      ...(ca !== undefined && { ca }),
      minVersion: 'TLSv1.2',
      agent: false,
      signal,
      headers: goesOn ? { range: `bytes=${part.bytes}-`, 'if-range': part.etag } : {},
    });
    asking.once('response', resolve).once('error', reject).end();
  });
}

/** Undefined when the body is what comes next; the part begins anew where the whole file is answered. */
async function judge(response: IncomingMessage, part: Part, size: number): Promise<Again | undefined> {
  const { headers, statusCode = 0 } = response;
  if (statusCode === 206) {
    if (headers['content-range'] === `bytes ${part.bytes}-${size - 1}/${size}`) return undefined;
    await part.restart(undefined);
    return { waitMs: 0, cause: new Error('Another part was answered than was asked for.') };
  }
  if (statusCode === 200) {
    if (Number(headers['content-length']) !== size)
      throw new DownloadFailed('different', 'The file has another size than was promised.');
    await part.restart(headers.etag);
    return undefined;
  }
  if (statusCode === 416) {
    await part.restart(undefined);
    return { waitMs: 0, cause: new Error('The part was not accepted.') };
  }
  if (statusCode === 429 || statusCode >= 500) {
    const seconds = Number(headers['retry-after'] ?? 0);
    const waitMs = Number.isFinite(seconds) ? Math.min(LONGEST_WAIT_MS, seconds * 1000) : 0;
    return { waitMs, cause: new Error(`The answer was ${statusCode}.`) };
  }
  throw new DownloadFailed('refused', `The answer was ${statusCode}.`);
}

const DISK = new Set(['ENOSPC', 'EIO', 'EROFS', 'EDQUOT', 'EFBIG', 'EACCES']);
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  DISK.has(String(error.code)) &&
  'syscall' in error &&
  error.syscall !== 'connect';
