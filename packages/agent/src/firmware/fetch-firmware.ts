import type { KeyObject } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type CommandArgs,
  compareVersions,
  type FirmwareManifest,
  isFirmwareForModel,
  type FirmwareParts,
  FirmwareUnreadable,
  readFirmware,
} from '@northlight/contract/device-protocol';
import { type Clock, type Entropy, isImageOf, isSignedByAny } from '@northlight/runtime';
import { CommandRefused } from '../commands/index.ts';
import type { OfferedFile } from '../link/index.ts';
import { downloadFile, DownloadFailed } from '../system/download.ts';

export interface FirmwareTarget {
  readonly model: string;
  /** Version of the running software. */
  readonly software: string;
  /** Keys that may sign firmware; without a key, every firmware is rejected. */
  readonly keys: readonly KeyObject[];
}

export interface FetchFirmwareOptions extends FirmwareTarget {
  readonly args: CommandArgs<'upgrade'>;
  /** Requests the download address from the cloud. */
  readonly address: () => Promise<OfferedFile>;
  /** Trusted certificate authority (PEM); the authorities of the system by default. */
  readonly ca?: string;
  /** Path of the download. */
  readonly file: string;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly signal?: AbortSignal;
  /** Called with the downloaded share of the file (0 to 100). */
  readonly onProgress: (percent: number) => void;
}

/**
 * Downloads the firmware of an upgrade command and checks that a trusted key signed its image and manifest.
 * Rejects with `CommandRefused`. Removes the file in any case.
 */
export async function fetchFirmware(
  options: FetchFirmwareOptions,
): Promise<{ readonly manifest: FirmwareManifest; readonly image: Uint8Array }> {
  const { address, args, ca, clock, entropy, file, onProgress, signal } = options;
  if (options.keys.length === 0) throw new CommandRefused('The device has no trusted firmware key.');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    const { sha256, sizeBytes, url } = await address().catch((error: unknown) => {
      throw new CommandRefused(error instanceof Error ? error.message : 'The cloud sent no address.');
    });
    if (sha256 !== args.sha256 || sizeBytes !== args.sizeBytes)
      throw new CommandRefused('The offered file differs from the one in the command.');
    await downloadFile({
      url,
      size: sizeBytes,
      sha256,
      file,
      clock,
      entropy,
      ...(ca !== undefined && { ca }),
      ...(signal && { signal }),
      onProgress: (bytes) => onProgress(Math.floor((bytes * 100) / sizeBytes)),
    }).catch((error: unknown) => {
      throw error instanceof DownloadFailed ? new CommandRefused(error.message) : error;
    });
    return checkFirmware(await readFile(file), args, options);
  } finally {
    await rm(file, { force: true });
  }
}

/** Checks an upgrade file for this device and returns its parts; throws `CommandRefused` with the reason. */
export function checkFirmware(
  bytes: Uint8Array,
  { downgrade, version }: Pick<CommandArgs<'upgrade'>, 'downgrade' | 'version'>,
  { keys, model, software }: FirmwareTarget,
): { readonly manifest: FirmwareManifest; readonly image: Uint8Array } {
  const { imageAt, manifest, signature, signed } = readFirmwareParts(bytes);
  if (!isSignedByAny(signed, signature, keys))
    throw new CommandRefused('The firmware is not signed by a key that the device trusts.');
  const image = bytes.subarray(imageAt);
  if (!isImageOf(manifest, image)) throw new CommandRefused('The firmware is damaged.');
  if (!isFirmwareForModel(manifest, model)) throw new CommandRefused(`The firmware is not for ${model}.`);
  if (manifest.version !== version)
    throw new CommandRefused(`The firmware is version ${manifest.version}, not ${version}.`);
  if (!downgrade && compareVersions(version, software) <= 0)
    throw new CommandRefused(`The device already runs ${software}.`);
  return { manifest, image };
}

function readFirmwareParts(bytes: Uint8Array): FirmwareParts {
  try {
    return readFirmware(bytes);
  } catch (error) {
    throw error instanceof FirmwareUnreadable ? new CommandRefused(error.message) : error;
  }
}
