import {
  changesChannel,
  changesPower,
  isChangedRow,
  type RfPlan,
  type RfPlanRow,
} from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import { listConfigurationRows } from '../jobs/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { readSiteDevices, type SiteDevice } from './site-devices.ts';
import type { StoredApplication } from './tables.ts';

const OPEN = new Set(['queued', 'sent', 'running']);
/** Time after which a radio must report its channel, beside that of its radar check. */
const REPORT_MS = 5 * MINUTE_MS;

type Outcome = NonNullable<RfPlanRow['outcome']>;

/** Largest difference between a power and its report (dB). */
const POWER_TOLERANCE_DB = 1;

function isAsPlanned({ channel, powerDbm, up }: SiteDevice['radios'][number], row: RfPlanRow): boolean {
  if (row.turnsOff) return !up;
  const { power, proposed } = row;
  if (channel !== proposed.channel) return false;
  const isPowerKnown = power !== undefined && changesPower(row) && powerDbm !== undefined;
  return changesChannel(row) || !isPowerKnown || Math.abs(powerDbm - power.proposed) <= POWER_TOLERANCE_DB;
}

/** Adds to the changed radios of an applied plan whether they report their channel: a device can accept it and stay. */
export async function withOutcomes(
  db: DbOrTx,
  projectId: number,
  plan: RfPlan,
  { at, jobId }: StoredApplication,
  now: number,
): Promise<RfPlan> {
  const rows = jobId === undefined ? [] : await listConfigurationRows(db, projectId, [jobId]);
  const open = new Set(rows.flatMap(({ device_id: id, state }) => (OPEN.has(state) ? [id] : [])));
  const devices = new Map((await readSiteDevices(db, projectId)).map((device) => [device.id, device]));
  const findOutcome = (row: RfPlanRow): Outcome => {
    const { deviceId, interruptionSeconds, radioId } = row;
    const device = devices.get(deviceId);
    const radio = device?.radios.find(({ id }) => id === radioId);
    if (radio && isAsPlanned(radio, row)) return 'confirmed';
    const dueAt = Date.parse(at) + REPORT_MS + interruptionSeconds * 1000;
    return open.has(deviceId) || now < dueAt || !device?.isOnline ? 'waiting' : 'not-confirmed';
  };
  return {
    ...plan,
    rows: plan.rows.map((row) => (isChangedRow(row) ? { ...row, outcome: findOutcome(row) } : row)),
  };
}
