import { request } from 'node:https';
import type { Clock } from '@northlight/runtime';
import { CommandRefused } from '../commands/index.ts';

/** Time in which a file is sent and answered. */
const SENDING_MS = 20_000;

interface SendOptions {
  /** An `https:` URL, which takes one file. */
  readonly url: string;
  readonly bytes: Buffer;
  readonly mediaType: string;
  /** The cloud's certificate authority (PEM); the authorities of the system by default. */
  readonly ca: string | undefined;
  readonly clock: Clock;
}

/** Sends a file to an address of the cloud. Rejects with `CommandRefused` unless the cloud has stored it. */
export async function sendFile({ bytes, ca, clock, mediaType, url }: SendOptions): Promise<void> {
  if (!url.startsWith('https://')) throw new CommandRefused('The upload address is not https.');
  const late = new AbortController();
  const cancel = clock.after(SENDING_MS, () => late.abort());
  try {
    const status = await new Promise<number>((resolve, reject) => {
      const sending = request(url, {
        method: 'PUT',
        ...(ca !== undefined && { ca }),
        minVersion: 'TLSv1.2',
        agent: false,
        signal: late.signal,
        headers: { 'content-type': mediaType, 'content-length': bytes.length },
      });
      sending.once('error', reject);
      sending.once('response', (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0)).once('error', reject);
      });
      sending.end(bytes);
    });
    if (status !== 204) throw new CommandRefused(`The cloud did not store the file (${status}).`);
  } catch (error) {
    throw error instanceof CommandRefused ? error : new CommandRefused('The file could not be sent.');
  } finally {
    cancel();
  }
}
