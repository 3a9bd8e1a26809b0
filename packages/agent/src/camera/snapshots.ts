import { SNAPSHOT_MAX_BYTES } from '@northlight/contract/device-protocol';
import { type Clock, hashSha256Hex } from '@northlight/runtime';
import { CommandRefused } from '../commands/index.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import type { DeviceLink } from '../link/index.ts';
import { sendFile } from '../system/send-file.ts';

export interface SnapshotOptions {
  readonly link: () => Pick<DeviceLink, 'files'>;
  /** Returns the present picture as JPEG; rejects with `CommandRefused` if the camera has none. */
  readonly capture: () => Promise<Buffer>;
  /** The cloud's certificate authority (PEM). */
  readonly ca: string | undefined;
  readonly clock: Clock;
}

/** Sends the present picture of a camera, as that of an event if `eid` is given. Rejects with `CommandRefused`. */
export async function sendSnapshot(options: SnapshotOptions, eid?: string): Promise<void> {
  const { ca, capture, clock, link } = options;
  const bytes = await capture();
  if (bytes.length > SNAPSHOT_MAX_BYTES) throw new CommandRefused('The picture of the camera is too large.');
  const url = await link()
    .files.requestSnapshotUpload({
      sizeBytes: bytes.length,
      sha256: hashSha256Hex(bytes),
      ...(eid !== undefined && { eid }),
    })
    .catch((error: unknown) => {
      throw new CommandRefused(error instanceof Error ? error.message : 'The cloud sent no address.');
    });
  await sendFile({ url, bytes, mediaType: 'image/jpeg', ca, clock });
}

/** Sends the present picture when the cloud asks for it. */
export const createSnapshotHandler =
  (options: SnapshotOptions): CommandHandler<'snapshot'> =>
  async () => {
    await sendSnapshot(options);
    return {};
  };
