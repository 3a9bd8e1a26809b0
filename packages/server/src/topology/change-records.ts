import type { TopologyCause, TopologyChange } from '@northlight/contract';
import { type AuditReader, listOperations } from '../audit/index.ts';
import { listDeviceRecords } from '../logs/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';

/** Longest time between an operation and the links that follow from it (ms). */
const DELAY_MS = 15_000;
/** Maximum number of operations in the period of the changes. */
const OPERATIONS_MAX = 2_000;

/** Operations that lead to each kind of cause. */
const ACTIONS: Readonly<Record<Exclude<TopologyCause['kind'], 'report'>, readonly string[]>> = {
  'device-added': ['device.add'],
  'device-removed': ['device.remove'],
  'device-changed': ['device.change-role', 'device.rename'],
  edited: ['topology.edit'],
};

type Operation = Awaited<ReturnType<typeof listOperations>>[number];

/** Adds to each change the operation or the log record that caused it, if the reader may see it. */
export async function addRecords(
  db: DbOrTx,
  reader: AuditReader,
  changes: readonly TopologyChange[],
): Promise<TopologyChange[]> {
  const [newest, oldest] = [changes[0], changes.at(-1)];
  if (!newest || !oldest) return [];
  const operations = await listOperations(
    db,
    reader,
    Object.values(ACTIONS).flat(),
    { from: new Date(Date.parse(oldest.at) - DELAY_MS), until: new Date(newest.at) },
    OPERATIONS_MAX,
  );
  const { projectId } = reader.access;
  const serials = await readSerials(db, projectId);
  const states = changes.filter(({ kind }) => kind === 'went-offline' || kind === 'came-online');
  const times = [...new Set(states.map(({ at }) => at))].map((at) => new Date(at));
  const records = times.length === 0 ? [] : await listDeviceRecords(db, projectId, times);
  const byDevice = new Map(records.map(({ at, device_id, id }) => [`${device_id} ${at.toISOString()}`, id]));
  return changes.map((change) => {
    const logId = states.includes(change) ? byDevice.get(`${change.deviceId} ${change.at}`) : undefined;
    if (logId !== undefined) return { ...change, record: { kind: 'log', id: logId } };
    const id = findOperation(change, operations, serials)?.id;
    return id === undefined ? change : { ...change, record: { kind: 'operation', id } };
  });
}

const readSerials = async (db: DbOrTx, projectId: number): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'sn'])
    .where('project_id', '=', projectId)
    .execute();
  return new Map(rows.map(({ id, sn }) => [id, sn]));
};

/** Returns the latest operation before a change that names its device, otherwise the only one of its kind. */
function findOperation(
  { at, cause, deviceId, kind, name }: TopologyChange,
  operations: readonly Operation[],
  serials: ReadonlyMap<string, string>,
): Operation | undefined {
  const causeKind = kind === 'device-added' || kind === 'device-removed' ? kind : cause?.kind;
  if (causeKind === undefined || causeKind === 'report') return undefined;
  const until = Date.parse(at);
  const possible = operations.filter(
    (each) =>
      ACTIONS[causeKind].includes(each.action) &&
      each.at.getTime() <= until &&
      each.at.getTime() >= until - DELAY_MS,
  );
  if (causeKind === 'edited') return possible[0];
  const names = [serials.get(cause?.deviceId ?? deviceId), name].filter((each) => each !== undefined);
  const named = possible.find(({ before, object }) =>
    names.some((each) => object.includes(each) || before === each),
  );
  return named ?? (possible.length === 1 ? possible[0] : undefined);
}
