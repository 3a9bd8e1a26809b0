import { BACKUP_BEFORE_MAX, selectContent } from '@northlight/contract';
import { type Selectable, sql } from 'kysely';
import { readVersion } from '../network/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { publishChanges } from '../platform/work.ts';
import { type AutomaticFile, type AutomaticServices, writeAutomaticFiles } from './automatic-files.ts';
import { storeFailure, storeSuccess } from './nights.ts';
import type { BackupOrderTable } from './tables.ts';

type Order = Selectable<BackupOrderTable>;
type OrderedFile = AutomaticFile & { readonly orderId: string };

/** Orders that are read at once, each with its settings. */
const PAGE = 200;

/** Lists the projects with ordered files. */
export async function listProjectsWithOrders({ db }: Pick<AutomaticServices, 'db'>): Promise<number[]> {
  const rows = await db.selectFrom('backup_orders').select('project_id').distinct().execute();
  return rows.map((row) => row.project_id);
}

/**
 * Writes the ordered files of a project from the history of its configuration, the oldest first. Throws if the store accepts no
 * more of them: the orders stay, so that the files are written after the user has deleted others.
 */
export async function writeOrders(services: AutomaticServices, projectId: number): Promise<void> {
  const { bus, db } = services;
  for (;;) {
    const orders = await db
      .selectFrom('backup_orders')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    if (orders.length === 0) return;
    const files = await toFiles(services, projectId, orders);
    const { failure, written } = await writeAutomaticFiles(services, files, (tx, stored) =>
      deleteOrders(
        tx,
        stored.map(({ orderId }) => orderId),
      ),
    );
    const devices = new Set(files.slice(written).map(({ deviceId }) => deviceId)).size;
    if (failure === undefined) await storeSuccess(services, projectId);
    else {
      await dropOldOrders(services, projectId);
      await storeFailure(services, projectId, { devices, reason: failure });
    }
    publishChanges(bus, (after) => after.liveIn(projectId, 'backups'));
    if (failure !== undefined) throw new Error(`Ordered backups wait: ${failure}`);
  }
}

async function toFiles(
  { db }: AutomaticServices,
  projectId: number,
  orders: readonly Order[],
): Promise<OrderedFile[]> {
  const versions = new Set(orders.map((order) => order.config_version));
  const configs = new Map(
    await Promise.all(
      [...versions].map(async (version) => [version, await readVersion(db, projectId, version)] as const),
    ),
  );
  return orders.map((order): OrderedFile => {
    const config = configs.get(order.config_version);
    if (!config) throw new Error(`The history has no version ${order.config_version}.`);
    const { radios, ...device } = order.device;
    const own = { id: order.device_id, role: device.role, caps: { radios } };
    const devices = order.settings ? [{ deviceId: order.device_id, settings: order.settings }] : [];
    const content = selectContent({ config, devices }, own);
    return {
      orderId: order.id,
      projectId,
      deviceId: order.device_id,
      device,
      cause: order.cause,
      content: { config: content.config, devices: [...content.devices] },
      configVersion: order.config_version,
      takenAt: order.ordered_at,
      takenBy: order.ordered_by,
    };
  });
}

/** Throws if another process has written one of the files meanwhile. */
async function deleteOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('backup_orders').where('id', 'in', ids).executeTakeFirst();
  if (Number(numDeletedRows) < ids.length) throw new Error('Another process has written these backups.');
}

/** Deletes orders whose files would be deleted as too old when they are written. */
async function dropOldOrders({ db }: AutomaticServices, projectId: number): Promise<void> {
  await sql`
    delete from backup_orders where id in (
      select id from (
        select id, row_number() over (partition by device_id order by id desc) as place
        from backup_orders where project_id = ${projectId}
      ) as placed
      where place > ${BACKUP_BEFORE_MAX}::int
    )`.execute(db);
}
