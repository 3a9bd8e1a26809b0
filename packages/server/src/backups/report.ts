import {
  type BackupReport,
  type BackupVerification,
  describeChanges,
  EMPTY_NETWORK_CONFIG,
  mergeLocalSettings,
} from '@northlight/contract';
import type { DeviceConfig } from '@northlight/contract/device-protocol';
import { openDesiredConfig, readRunningConfigs } from '../devices/index.ts';
import { locateIssue, readConfig } from '../network/index.ts';
import type { Db, DbOrTx } from '../platform/db/database.ts';
import type { Envelope } from '../platform/secrets/envelope.ts';
import { commit } from '../platform/work.ts';
import type { AutomaticServices } from './automatic-files.ts';
import { type BackupRow, requireBackup } from './store.ts';
import { addAnswers, verifyDevice } from './verify.ts';

type Outcome = Pick<BackupReport, 'items' | 'verification'>;
type ReportServices = { readonly db: Db; readonly envelope: Envelope };

const SUPERSEDED: BackupVerification = {
  state: 'superseded',
  settings: 0,
  verified: 0,
  unverified: [],
  note: 'The device was sent a later configuration before it had reported this one.',
};
const LEFT: BackupVerification = { ...SUPERSEDED, note: 'The device has left the project.' };

/** Returns the result of the last restoration of a backup; undefined without one. */
export async function readReport(
  services: ReportServices,
  projectId: number,
  id: string,
): Promise<BackupReport | undefined> {
  const row = await requireBackup(services.db, projectId, id);
  const { restoration, restore_job_id: jobId, verification } = row;
  if (!restoration || jobId === null) return undefined;
  const outcome = verification
    ? { items: restoration.items, verification }
    : await verifyRestoration(services, row);
  return { ...restoration, jobId, ...outcome };
}

/** Stores the results of restorations whose devices have reported, so that later changes do not replace them. */
export async function storeVerifications(services: AutomaticServices): Promise<void> {
  const rows = await services.db
    .selectFrom('backups')
    .selectAll()
    .where('restored_revision', 'is not', null)
    .where('verification', 'is', null)
    .where('restoration', 'is not', null)
    .execute();
  for (const row of rows) {
    const { items, verification } = await verifyRestoration(services, row);
    if (verification.state === 'waiting') continue;
    await commit(services, async (work) => {
      await work.tx
        .updateTable('backups')
        .set({
          restoration: JSON.stringify({ ...row.restoration, items }),
          verification: JSON.stringify(verification),
        })
        .where('id', '=', row.id)
        // A restoration that was started meanwhile has another job.
        .where('restore_job_id', '=', row.restore_job_id)
        .execute();
      work.liveIn(row.project_id, 'backups');
    });
  }
}

async function verifyRestoration({ db, envelope }: ReportServices, row: BackupRow): Promise<Outcome> {
  const items = row.restoration?.items ?? [];
  const device = row.device_id === null ? undefined : await readDevice(db, row.device_id);
  if (!device?.desired_config) return { items, verification: LEFT };
  if (device.desired_rev !== row.restored_revision) return { items, verification: SUPERSEDED };
  const desired = openDesiredConfig(envelope, device.id, device.desired_config);
  const { answers, verification } = await verifyReports({ db, envelope }, row.project_id, device, desired);
  const isReported = verification.state === 'partial' || verification.state === 'failed';
  return { items: isReported ? addAnswers(items, answers) : items, verification };
}

/** Compares what a device was sent with its reports; undefined for a device without a configuration. */
export async function verifyPresent(
  services: ReportServices,
  projectId: number,
  deviceId: string,
): Promise<BackupVerification | undefined> {
  const device = await readDevice(services.db, deviceId);
  if (!device?.desired_config) return undefined;
  const document = openDesiredConfig(services.envelope, device.id, device.desired_config);
  return (await verifyReports(services, projectId, device, document)).verification;
}

type ReportedDevice = NonNullable<Awaited<ReturnType<typeof readDevice>>>;

async function verifyReports(
  { db, envelope }: ReportServices,
  projectId: number,
  device: ReportedDevice,
  document: DeviceConfig,
) {
  const { config } = await readConfig(db, projectId);
  const names = new Map(
    describeChanges(EMPTY_NETWORK_CONFIG, config).map(
      ({ item, path }) => [path.slice(0, 2).join('/'), item] as const,
    ),
  );
  const locate = (path: string) => {
    const found = locateIssue(path, document, config);
    return found && { ...found, address: `${found.list}/${found.key}` };
  };
  const { local_change: change } = device;
  const verification = verifyDevice(
    {
      state: device.state,
      status: device.reported_status,
      revision: device.desired_rev,
      hash: device.desired_hash,
      reportedRevision: device.reported_rev,
      reportedHash: device.reported_hash,
      badRevision: device.bad_rev,
      issues: device.reported_issues,
      document,
      isOpaque: (await readRunningConfigs(db, envelope, [device.id])).has(device.id),
      localChanges: change ? describeChanges(config, mergeLocalSettings(config, change)) : [],
    },
    (path) => {
      const found = locate(path);
      const name = found && names.get(found.address);
      return name === undefined ? undefined : found?.field ? `${name}, ${found.field}` : name;
    },
  );
  const answers = device.reported_issues.flatMap((issue) => {
    const found = locate(issue.path);
    return found ? [{ address: found.address, issue }] : [];
  });
  return { answers, verification };
}

const readDevice = (db: DbOrTx, id: string) =>
  db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'state', 'desired_rev', 'desired_hash', 'desired_config', 'bad_rev'])
    .select(['reported_rev', 'reported_hash', 'reported_status', 'reported_issues', 'local_change'])
    .where('devices.id', '=', id)
    .executeTakeFirst();
