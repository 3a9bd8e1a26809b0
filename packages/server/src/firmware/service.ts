import {
  DomainError,
  type Firmware,
  type FirmwareChannel,
  type Job,
  UPGRADE_WAVES,
} from '@northlight/contract';
import { compareVersions, isFirmwareForModel } from '@northlight/contract/device-protocol';
import { createRandomId, hashSha256Hex } from '@northlight/runtime';
import { createCommandJob, type CommandedDevice, createSkipReason } from '../jobs/index.ts';
import type { Work } from '../platform/work.ts';
import type { Tx } from '../platform/db/database.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { commitFile, commitRequest } from '../platform/http/commit-request.ts';
import type { UploadedFile } from '../platform/http/caller-context.ts';
import {
  getAccount,
  getActor,
  getProjectAccess,
  type RequestContext,
} from '../platform/http/request-context.ts';
import { acceptFirmware } from './accept.ts';
import { type FirmwareRow, presentFirmware } from './store.ts';

const UNKNOWN_FILE = { message: 'There is no such upgrade file.' } as const;

/** Checks and stores an upgrade file, for one project or as a release in a channel. */
export async function storeFirmware(
  context: RequestContext,
  file: UploadedFile,
  to: { readonly projectId: number } | { readonly channel: FirmwareChannel },
): Promise<Firmware> {
  const { services } = context;
  const { bytes } = file;
  const { models, notes, version } = acceptFirmware(file, services.firmwareKeys);
  const now = services.clock.now();
  const row = {
    id: createRandomId(services.entropy, now),
    project_id: 'projectId' in to ? to.projectId : null,
    models,
    version,
    size_bytes: bytes.length,
    sha256: hashSha256Hex(bytes),
    notes: notes ?? null,
    channel: 'channel' in to ? to.channel : null,
    uploaded_by: getActor(context),
    uploaded_at: new Date(now),
  };
  const storedFile = {
    owner: { accountId: getAccount(context).id },
    purpose: 'firmware',
    mediaType: 'application/octet-stream',
    bytes,
  };
  const fileId = await commitFile(context, storedFile, async (work, file_id) => {
    await work.tx
      .insertInto('firmware')
      .values({ ...row, models: JSON.stringify(models), file_id })
      .execute();
    await work.audit({
      action: 'firmware.upload',
      object: `firmware ${version} for ${models.join(' ')}`,
      after: row.sha256,
    });
    await announceFirmware(work, row);
  }).catch((error: unknown) => {
    if (findBrokenConstraint(error) !== 'firmware_content') throw error;
    const message = 'This file has been uploaded already. Choose it in the list.';
    throw new DomainError('fileRefused', { message, fields: { file: message } });
  });
  return presentFirmware({ ...row, file_id: fileId });
}

/** Notifies the project of a change of its firmware; for a release, every project with a matching device. */
async function announceFirmware(
  work: Work,
  { models, project_id }: Pick<FirmwareRow, 'models' | 'project_id'>,
): Promise<void> {
  if (project_id !== null) return work.liveIn(project_id, 'firmware');
  const devices = await work.tx.selectFrom('devices').select(['project_id', 'model']).distinct().execute();
  for (const device of devices)
    if (isFirmwareForModel({ models }, device.model)) work.liveIn(device.project_id, 'firmware');
}

/** Deletes an upgrade file of a project, or withdraws a release (`projectId` null). */
export async function removeFirmware(
  context: RequestContext,
  id: string,
  projectId: number | null,
): Promise<void> {
  await commitRequest(context, async (work) => {
    const { tx } = work;
    const row = await lockFirmware(tx, id, projectId);
    await announceFirmware(work, row);
    await tx.deleteFrom('firmware').where('id', '=', id).execute();
    await context.services.files.remove(tx, row.file_id);
    await work.audit({
      action: projectId === null ? 'firmware.withdraw' : 'firmware.remove',
      object: `firmware ${row.version} for ${row.models.join(' ')}`,
    });
  });
}

export async function moveRelease(
  context: RequestContext,
  id: string,
  channel: FirmwareChannel,
): Promise<Firmware> {
  const row = await commitRequest(context, async (work) => {
    const before = await lockFirmware(work.tx, id, null);
    await announceFirmware(work, before);
    await work.tx.updateTable('firmware').set({ channel }).where('id', '=', id).execute();
    await work.audit({
      action: 'firmware.move',
      object: `firmware ${before.version} for ${before.models.join(' ')}`,
      before: before.channel ?? '',
      after: channel,
    });
    return { ...before, channel };
  });
  return presentFirmware(row);
}

async function lockFirmware(tx: Tx, id: string, projectId: number | null): Promise<FirmwareRow> {
  const row = await tx
    .selectFrom('firmware')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new DomainError('fileMissing', UNKNOWN_FILE);
  return row;
}

export async function setChannel(
  context: RequestContext,
  { channel, model }: { readonly channel: FirmwareChannel; readonly model: string },
): Promise<void> {
  await commitRequest(context, async (work) => {
    await work.tx
      .insertInto('firmware_channels')
      .values({ project_id: work.projectId, model, channel })
      .onConflict((conflict) => conflict.columns(['project_id', 'model']).doUpdateSet({ channel }))
      .execute();
    await work.audit({ action: 'firmware.channel', object: model, after: channel });
    work.live('firmware');
  });
}

interface Upgrade {
  readonly deviceIds: readonly string[];
  readonly firmwareId: string;
  readonly waves: boolean;
  readonly downgrade: boolean;
}

/**
 * Upgrades devices as a job. Skips devices of another model and devices that already have the version, with
 * the reason.
 */
export async function upgradeDevices(context: RequestContext, upgrade: Upgrade): Promise<Job> {
  const { projectId } = getProjectAccess(context);
  const row = await context.services.db
    .selectFrom('firmware')
    .selectAll()
    .where('id', '=', upgrade.firmwareId)
    .where((where) => where.or([where('project_id', 'is', null), where('project_id', '=', projectId)]))
    .executeTakeFirst();
  if (!row) throw new DomainError('fileMissing', UNKNOWN_FILE);
  const { models, sha256, size_bytes: sizeBytes, version } = row;
  const args = { version, sizeBytes, sha256, downgrade: upgrade.downgrade };
  const argsFor = ({ model, software }: CommandedDevice) => {
    if (!isFirmwareForModel({ models }, model))
      return createSkipReason('model', `Version ${version} is not for ${model}.`);
    if (!upgrade.downgrade && software !== null && compareVersions(version, software) <= 0)
      return createSkipReason('unsupportedVersion', `The device runs ${software} already.`);
    return args;
  };
  const { deviceIds } = upgrade;
  const waves = upgrade.waves && deviceIds.length > 1 ? UPGRADE_WAVES : undefined;
  return createCommandJob(context, { kind: 'upgrade', deviceIds, args, argsFor, waves, after: version });
}
