import {
  type Capabilities,
  DEVICE_PART_MAX_BYTES,
  type DeviceConfig,
  type DeviceLease,
  formatDevicePart,
  restoredLeases,
} from '@northlight/contract/device-protocol';
import { type Clock, type Entropy, hashSha256Hex, sleep } from '@northlight/runtime';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandRefused } from '../commands/index.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import type { DeviceLink } from '../link/index.ts';
import type { LinkState } from '../link/state.ts';
import { downloadFile, DownloadFailed } from '../system/download.ts';
import { selectLeases } from './select-leases.ts';
import { sendFile } from '../system/send-file.ts';

/** Leases of a device's DHCP server. */
export interface LeaseStore {
  readonly read: () => Promise<readonly DeviceLease[]>;
  /** Adds leases to those that the server has. */
  readonly add: (leases: readonly DeviceLease[]) => Promise<void>;
}

export interface BackupHandlerOptions {
  readonly sn: string;
  readonly model: string;
  readonly link: () => Pick<DeviceLink, 'files' | 'managed' | 'state'>;
  /** Absent for a device without a DHCP server. */
  readonly leases?: LeaseStore | undefined;
  readonly running: () => DeviceConfig;
  /** The cloud's certificate authority (PEM). */
  readonly ca: string | undefined;
  /** Path of a download. */
  readonly file: string;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** Adds the features of backups, which depend on the software and not on the model. */
export const withBackups = (caps: Capabilities): Capabilities => ({
  ...caps,
  features: [...caps.features, 'backup', 'restore'],
});

/** Sends the part of a backup that only this device knows. */
export function createBackupHandler({
  ca,
  clock,
  leases,
  link,
  model,
  sn,
}: BackupHandlerOptions): CommandHandler<'backup'> {
  return async () => {
    const { files, managed, state } = link();
    const { local } = state.saved;
    const bytes = Buffer.from(
      formatDevicePart({
        sn,
        model,
        managed,
        leases: [...((await leases?.read()) ?? [])],
        ...(local && { localChange: local }),
      }),
    );
    if (bytes.length > DEVICE_PART_MAX_BYTES) throw new CommandRefused('The backup is too large.');
    const url = await files
      .requestUpload({ sizeBytes: bytes.length, sha256: hashSha256Hex(bytes) })
      .catch(toRefusal);
    await sendFile({ url, bytes, mediaType: 'application/json', ca, clock });
    return {};
  };
}

/** Time between two looks at the revision, and their number before the cloud gives up. */
const LOOK_MS = 2_000;
const LOOKS = 80;

/** Takes over leases from a backup, once the restored configuration runs and is confirmed. */
export function createRestoreHandler(
  options: BackupHandlerOptions & { readonly leases: LeaseStore },
): CommandHandler<'restore'> {
  const { clock, leases, link, running } = options;
  return async ({ rev }, { reportProgress }) => {
    for (let look = 0; findConfirmedRevision(link().state) < rev; look += 1) {
      if (look === LOOKS) throw new CommandRefused('The restored configuration does not run.');
      await sleep(clock, LOOK_MS);
    }
    reportProgress({ percent: 50 });
    const offered = await fetchLeases(options);
    const present = await leases.read();
    const selected = selectLeases(offered, { pools: running().dhcpPools, present, now: clock.now() });
    if (selected.length > 0) await leases.add(selected);
    return {};
  };
}

/** Returns the revision that the device runs; -1 during a change that is not confirmed. */
const findConfirmedRevision = ({ driverJobs, saved }: LinkState): number =>
  driverJobs === 0 && !saved.trial ? saved.active.rev : -1;

async function fetchLeases(options: BackupHandlerOptions): Promise<readonly DeviceLease[]> {
  const { ca, clock, entropy, file, link } = options;
  const { sha256, sizeBytes, url } = await link().files.requestRestoredPart().catch(toRefusal);
  if (sizeBytes > DEVICE_PART_MAX_BYTES) throw new CommandRefused('The leases are too large.');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await downloadFile({
      url,
      size: sizeBytes,
      sha256,
      file,
      clock,
      entropy,
      ...(ca !== undefined && { ca }),
    }).catch((error: unknown) => {
      throw error instanceof DownloadFailed ? new CommandRefused(error.message) : error;
    });
    return parseLeasesFile(await readFile(file, 'utf8'));
  } finally {
    await rm(file, { force: true });
  }
}

function parseLeasesFile(text: string): readonly DeviceLease[] {
  try {
    return restoredLeases.parse(JSON.parse(text)).leases;
  } catch {
    throw new CommandRefused('The leases could not be read.');
  }
}

const toRefusal = (error: unknown): never => {
  throw new CommandRefused(error instanceof Error ? error.message : 'The cloud sent no address.');
};
