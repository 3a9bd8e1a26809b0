import type { KeyObject } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type CommandArgs,
  compareVersions,
  type FirmwareManifest,
  firmwareFits,
  type FirmwareParts,
  FirmwareUnreadable,
  readFirmware,
} from '@northlight/contract/device-protocol';
import { type Clock, type Entropy, isImageOf, isSignedByOne } from '@northlight/runtime';
import { CommandRefused } from '../commands/index.ts';
import type { OfferedFile } from '../link/index.ts';
import { download, DownloadFailed } from '../system/download.ts';

export interface FirmwareTarget {
  readonly model: string;
  /** What runs now. */
  readonly software: string;
  /** Whose signature the device trusts; none, and it takes nothing. */
  readonly keys: readonly KeyObject[];
}

export interface FetchFirmwareOptions extends FirmwareTarget {
  readonly args: CommandArgs<'upgrade'>;
  /** Asks the cloud where the file is now. */
  readonly address: () => Promise<OfferedFile>;
  /** Authority of the address (PEM); those of the system when absent. */
  readonly ca?: string;
  /** Where the file lies while it comes. */
  readonly file: string;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly signal?: AbortSignal;
  /** Share of the file that has come (0 to 100). */
  readonly onProgress: (percent: number) => void;
}

/**
 * Fetches the firmware that the device was told to take, and believes nothing that the manufacturer did not sign: the
 * image, and its manifest. Rejects with `CommandRefused`, and then leaves nothing behind.
 */
export async function fetchFirmware(
  options: FetchFirmwareOptions,
): Promise<{ readonly manifest: FirmwareManifest; readonly image: Uint8Array }> {
  const { address, args, ca, clock, entropy, file, onProgress, signal } = options;
  if (options.keys.length === 0) throw new CommandRefused('The device trusts no key of the manufacturer.');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    const { sha256, sizeBytes, url } = await address().catch((error: unknown) => {
      throw new CommandRefused(error instanceof Error ? error.message : 'The cloud gave no address.');
    });
    if (sha256 !== args.sha256 || sizeBytes !== args.sizeBytes)
      throw new CommandRefused('The cloud offers another file than the one that it spoke of.');
    await download({
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

/** The image of an upgrade file that is for this device; throws `CommandRefused` with the reason. */
export function checkFirmware(
  bytes: Uint8Array,
  { downgrade, version }: Pick<CommandArgs<'upgrade'>, 'downgrade' | 'version'>,
  { keys, model, software }: FirmwareTarget,
): { readonly manifest: FirmwareManifest; readonly image: Uint8Array } {
  const { imageAt, manifest, signature, signed } = partsOf(bytes);
  if (!isSignedByOne(signed, signature, keys))
    throw new CommandRefused('The firmware is not signed by a key that the device trusts.');
  const image = bytes.subarray(imageAt);
  if (!isImageOf(manifest, image)) throw new CommandRefused('The firmware is damaged.');
  if (!firmwareFits(manifest, model)) throw new CommandRefused(`The firmware is not for ${model}.`);
  if (manifest.version !== version)
    throw new CommandRefused(`The firmware is version ${manifest.version}, not ${version}.`);
  if (!downgrade && compareVersions(version, software) <= 0)
    throw new CommandRefused(`The device runs ${software} already.`);
  return { manifest, image };
}

function partsOf(bytes: Uint8Array): FirmwareParts {
  try {
    return readFirmware(bytes);
  } catch (error) {
    throw error instanceof FirmwareUnreadable ? new CommandRefused(error.message) : error;
  }
}
