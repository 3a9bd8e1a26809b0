import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import {
  DEVICE_STATES,
  DomainError,
  type FileAnswer,
  type MapBand,
  type MapDevice,
  type MapMaterials,
} from '@northlight/contract';
import { createRecentMap } from '@northlight/runtime';
import { getWallLossLimit } from '@northlight/rf/map';
import { z } from 'zod';
import type { Db, Tx } from '../platform/db/database.ts';
import {
  getProjectAccess,
  getQueueRequester,
  type RequestContext,
} from '../platform/http/request-context.ts';
import { Sandbox } from '../platform/sandbox/sandbox.ts';
import { listMapDevices } from './devices.ts';
import { describeFloor, listFloorsBeside } from './floors.ts';
import type { GridOrder } from './grid-program.ts';
import { findMap, readMaterials, requireVersion, withoutRemovedDevices, type MapRow } from './store.ts';

const sandbox = new Sandbox<GridOrder, Uint8Array>({
  program: new URL('grid-program.ts', import.meta.url),
  sources: [dirname(createRequire(import.meta.url).resolve('@northlight/rf/map'))],
  answer: z.instanceof(Uint8Array),
  // Larger cells limit the work; this limit is for a busy processor.
  timeMs: 60_000,
  memoryMb: 512,
  heapMb: 256,
  nativeCode: true,
  slots: 3,
  waiting: 50,
  busy: 'Too many maps are computed now. Try again in 1 min.',
});
/** The grids that were read last (at most 32 MB). */
const cache = createRecentMap<Uint8Array>(32 * 1024 * 1024, ({ length }) => length);

export interface GridQuery {
  readonly band: MapBand;
  readonly format: 'binary' | 'png';
  readonly planned: boolean;
}

/**
 * Computes the signal on a floor from its radios and from those of the floors beside it in its building. Throws 404 for a
 * deleted floor, and 429 or 503 as a {@link Sandbox} does.
 */
export async function createGrid(
  context: RequestContext,
  mapId: string,
  query: GridQuery,
): Promise<FileAnswer> {
  const { db, log } = context.services;
  const { projectId } = getProjectAccess(context);
  let { inputs, key } = await readSnapshot(db, async (tx) => readInputs(tx, projectId, mapId, query));
  const bytes = cache.get(key) ?? (await compute());
  return {
    mediaType: query.format === 'png' ? 'image/png' : 'application/octet-stream',
    bytes: Readable.from([Buffer.from(bytes)]),
  };

  async function compute(): Promise<Uint8Array> {
    // Reads the plans in the turn of the request, because those of a building can have many MB.
    const createOrder = (): Promise<GridOrder> =>
      readSnapshot(db, async (tx) => {
        ({ inputs, key } = await readInputs(tx, projectId, mapId, query));
        return readOrder(tx, inputs, query);
      });
    const result = await sandbox.run(createOrder, getQueueRequester(context));
    if (result.state === 'timeout')
      throw new DomainError('repeated', { status: 503, message: 'Computing the map takes too long.' });
    if (result.state === 'ended') {
      log.warn({ cause: result.cause, map: mapId }, 'the process that computes a map ended');
      throw new DomainError('repeated', {
        status: 503,
        message: 'The map could not be computed. Try again.',
      });
    }
    cache.set(key, result.answer);
    return result.answer;
  }
}

/** Reads in one snapshot, so that no other request changes or deletes a floor between two queries. */
const readSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

interface GridInputs {
  /** The requested floor, and one of each other floor of its building, from the lowest. */
  readonly maps: readonly MapRow[];
  readonly target: MapRow;
  readonly materials: MapMaterials;
  readonly devices: readonly MapDevice[];
}

/** Reads the inputs of a grid except the plans, and a key that differs if any of them or a plan differs. */
async function readInputs(
  tx: Tx,
  projectId: number,
  mapId: string,
  query: GridQuery,
): Promise<{ readonly inputs: GridInputs; readonly key: string }> {
  const target = await findMap(tx, projectId, mapId);
  const rows = await tx
    .selectFrom('maps')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('building', '=', target.building)
    .orderBy('floor')
    .orderBy('id')
    .execute();
  const maps = listFloorsBeside(rows, target);
  const materials = await readMaterials(tx, projectId);
  const devices = await listMapDevices(tx, projectId);
  // Without figures that change with each report and not the signal, such as clients.
  const radios = devices.map(({ id, model, radios: own, state }) => [
    id,
    model,
    state === DEVICE_STATES.online,
    own.map((radio) => [
      radio.id,
      radio.up,
      radio.channel,
      radio.widthMhz,
      radio.powerDbm,
      radio.maxPowerDbm,
    ]),
  ]);
  const versions = maps.map(({ floor, id, version }) => ({ floor, id, version }));
  const parts = { mapId, versions, materials: materials.version, radios, ...query };
  return {
    inputs: { maps, target, materials, devices },
    key: createHash('sha256').update(JSON.stringify(parts)).digest('base64'),
  };
}

async function readOrder(
  tx: Tx,
  { devices, maps, materials, target }: GridInputs,
  { band, format, planned }: GridQuery,
): Promise<GridOrder> {
  const floors = [];
  for (const row of maps) {
    const { plan } = await requireVersion(tx, row);
    const known = await withoutRemovedDevices(tx, row.project_id, plan);
    // Devices that are planned for other floors are not there yet.
    const isIncluded = row.id === target.id && planned;
    floors.push(describeFloor(row.floor, known, { band, devices, materials, planned: isIncluded }));
  }
  return {
    floors,
    limitDb: getWallLossLimit(materials.wallLosses),
    target: maps.findIndex(({ id }) => id === target.id),
    format,
  };
}
