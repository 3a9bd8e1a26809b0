import { DAY_MS, HOUR_MS } from '@northlight/runtime';
import type { Db, DbOrTx } from '../../platform/db/database.ts';
import { insertRows } from '../../platform/db/insert-rows.ts';
import type { DueWork } from '../due-work.ts';
import { readSiteDevices, type SiteDevice } from './site-devices.ts';

/** Interval of the kept scans: enough for the median of the last five, and few enough for sites with many devices. */
const INTERVAL_MS = 4 * HOUR_MS;
/** Time after its last run in which a project without a schedule keeps scans. */
const USED_MS = 7 * DAY_MS;
/** Strongest networks of a device that are kept. */
const NETWORKS_MAX = 128;

/** Deletes scans older than 24 h, and lists the projects that optimize and whose scans are to be kept now. */
export async function listDueScans(db: Db, now: number): Promise<DueWork[]> {
  await db
    .deleteFrom('rf_scans')
    .where('at', '<', new Date(now - DAY_MS))
    .execute();
  const projectIds = await listDueProjects(db, now);
  return projectIds.map((projectId) => ({ projectId, run: () => keepProject(db, projectId, now) }));
}

async function listDueProjects(db: Db, now: number): Promise<number[]> {
  const since = new Date(now - INTERVAL_MS);
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('rf_settings')
            .select('project_id')
            .whereRef('project_id', '=', 'projects.id')
            .where('next_at', 'is not', null),
        ),
        where.exists(
          where
            .selectFrom('rf_runs')
            .select('id')
            .whereRef('project_id', '=', 'projects.id')
            .where('started_at', '>', new Date(now - USED_MS)),
        ),
      ]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('rf_scans')
            .select('at')
            .whereRef('project_id', '=', 'projects.id')
            .where('at', '>', since),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

async function keepProject(db: Db, projectId: number, now: number): Promise<void> {
  const at = new Date(now);
  const rows = (await readSiteDevices(db, projectId))
    .filter(({ scannedAt }) => now - scannedAt < DAY_MS)
    .map(({ channels, id, networks }) => ({
      project_id: projectId,
      device_id: id,
      at,
      networks: JSON.stringify(
        networks
          .toSorted((one, other) => other.signalDbm - one.signalDbm)
          .slice(0, NETWORKS_MAX)
          .map(({ ssid: _ssid, security: _security, ...needed }) => needed),
      ),
      channels: JSON.stringify(channels),
    }));
  if (rows.length > 0)
    await insertRows(db, 'rf_scans', rows, { json: ['networks', 'channels'] })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Adds the kept scans of the last 24 h to those that the devices reported last. */
export async function addKeptScans(
  db: DbOrTx,
  projectId: number,
  devices: readonly SiteDevice[],
  now: number,
): Promise<SiteDevice[]> {
  const rows = await db
    .selectFrom('rf_scans')
    .select(['device_id', 'networks', 'channels'])
    .where('project_id', '=', projectId)
    .where('at', '>', new Date(now - DAY_MS))
    .execute();
  const kept = Map.groupBy(rows, ({ device_id }) => device_id);
  return devices.map((device) => {
    const scans = kept.get(device.id) ?? [];
    return {
      ...device,
      networks: [
        ...device.networks,
        ...scans.flatMap(({ networks }) => networks.map((each) => ({ ...each, ssid: '', security: '' }))),
      ],
      channels: [...device.channels, ...scans.flatMap(({ channels }) => channels)],
    };
  });
}
