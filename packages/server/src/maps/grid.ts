import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import {
  DomainError,
  type FileAnswer,
  type FloorPlan,
  listRadioSources,
  listWallSegments,
  type MapBand,
} from '@northlight/contract';
import type { Db } from '../platform/db/database.ts';
import { BoundedQueue } from '../platform/bounded-queue.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { listMapDevices } from './devices.ts';
import type { GridOrder } from './grid-thread.ts';
import { findMap, readMaterials, requireVersion, withoutRemovedDevices, type MapRow } from './store.ts';

const TIME_LIMIT_MS = 20_000;
/** Grids are computed one after another, beside the requests of the server. */
const queue = new BoundedQueue(1, 10, 'Too many maps are computed now. Try again in 1 min.');

export interface GridQuery {
  readonly band: MapBand;
  readonly format: 'binary' | 'png';
  readonly planned: boolean;
}

/** Computes the signal on a floor from its radios and from those of the floors beside it in its building. */
export async function createGrid(
  { db }: Services,
  mapId: string,
  query: GridQuery,
  context: RequestContext,
): Promise<FileAnswer> {
  const { projectId } = getProjectAccess(context);
  const order = await readOrder(db, await findMap(db, projectId, mapId), query);
  const bytes = await queue.run(() => compute(order));
  return {
    mediaType: query.format === 'png' ? 'image/png' : 'application/octet-stream',
    bytes: Readable.from([Buffer.from(bytes)]),
  };
}

async function readOrder(db: Db, map: MapRow, { band, format, planned }: GridQuery): Promise<GridOrder> {
  const { items } = await readMaterials(db, map.project_id);
  const devices = await listMapDevices(db, map.project_id);
  const rows = await db
    .selectFrom('maps')
    .selectAll()
    .where('project_id', '=', map.project_id)
    .where('building', '=', map.building)
    .orderBy('floor')
    .execute();
  // One plan per floor: the requested one, and the first of each other floor.
  const maps = rows.filter(
    (row, index) =>
      row.id === map.id ||
      (row.floor !== map.floor && rows.findIndex(({ floor }) => floor === row.floor) === index),
  );
  const floors = [];
  for (const row of maps) {
    const { plan } = await requireVersion(db, row);
    floors.push(describeFloor(row, await withoutRemovedDevices(db, map.project_id, plan)));
  }
  function describeFloor({ floor, id }: MapRow, plan: FloorPlan): GridOrder['floors'][number] {
    return {
      floor,
      heightM: plan.settings.floorHeightM,
      slabLossDb: plan.settings.slabLossDb,
      walls: listWallSegments(plan.walls, items, band),
      zones: plan.zones.flatMap(({ kind, lossDbPerM = 0, points }) =>
        kind === 'loss' ? [{ corners: points, lossDbPerM }] : [],
      ),
      // Devices that are planned for other floors are not there yet.
      radios: listRadioSources(plan, devices, band).filter(
        ({ isOnAir, isPlanned }) => isOnAir && (!isPlanned || (planned && id === map.id)),
      ),
      size: plan.settings.size,
    };
  }
  return { floors, target: maps.findIndex(({ id }) => id === map.id), format };
}

async function compute(order: GridOrder): Promise<Uint8Array> {
  const worker = new Worker(new URL('grid-thread.ts', import.meta.url), { workerData: order });
  try {
    const [bytes] = (await once(worker, 'message', { signal: AbortSignal.timeout(TIME_LIMIT_MS) })) as [
      Uint8Array,
    ];
    return bytes;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError')
      throw new DomainError('repeated', { status: 503, message: 'Computing the map takes too long.' });
    throw error;
  } finally {
    await worker.terminate();
  }
}
