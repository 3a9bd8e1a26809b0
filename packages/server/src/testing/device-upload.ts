import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { deviceAnswer, type DeviceAnswer, topics } from '@northlight/contract/device-protocol';
import { hashSha256Hex } from '@northlight/runtime';
import type { PlayedDevice } from './played-site.ts';
import type { TestServer } from './test-server.ts';

interface Announcement {
  readonly purpose: 'backup' | 'snapshot';
  readonly eid?: string;
  /** Id of the request. */
  readonly rid?: string;
}

/** Announces a file of a device; returns the answer of the cloud. */
export async function announceFile(
  device: PlayedDevice,
  bytes: Buffer,
  { rid = 'r1', ...announcement }: Announcement,
): Promise<DeviceAnswer> {
  const file = { sizeBytes: bytes.length, sha256: hashSha256Hex(bytes) };
  await device.raw.publish(topics.upRequest(device.id, rid), { kind: 'upload', ...announcement, ...file });
  return deviceAnswer.parse((await device.raw.next()).payload);
}

/** Announces a file of a device; returns the address to which the device sends it. */
export async function requestAddress(...file: Parameters<typeof announceFile>): Promise<string> {
  const answer = await announceFile(...file);
  if (answer.kind !== 'upload') throw new Error('There is no address.');
  return answer.url;
}

interface Sending {
  readonly method?: string;
  readonly length?: number;
  /** Bytes after which the connection is cut. */
  readonly cutAfter?: number;
}

/** Sends a request to the devices' listener; resolves to its status, or to `cut`. */
export const sendToListener = (
  { dataDirectory }: Pick<TestServer, 'dataDirectory'>,
  url: string,
  bytes: Buffer,
  { cutAfter, length = bytes.length, method = 'PUT' }: Sending = {},
) =>
  new Promise<number | 'cut'>((resolve) => {
    const ca = readFileSync(join(dataDirectory, 'tls', 'authority.pem'));
    const sending = request(url, { ca, method, agent: false, headers: { 'content-length': length } });
    sending.on('error', () => resolve('cut'));
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    if (cutAfter === undefined) return void sending.end(bytes);
    sending.write(bytes.subarray(0, cutAfter), () => sending.destroy());
  });
