import {
  changesChannel,
  changesPower,
  isChangedRow,
  type RfPlan,
  type RfPlanRow,
  type RfRadioChannel,
} from '@northlight/contract';
import { findBanEnd, RADAR_BAN_MS } from '@northlight/rf/plan';
import { MINUTE_MS } from '@northlight/runtime';
import { listRadarFinds } from '../../devices/index.ts';
import { listConfigurationRows } from '../../jobs/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { findSpectrum } from '../site/site.ts';
import { readSiteDevices, type SiteDevice } from '../site/site-devices.ts';
import type { StoredApplication } from '../tables.ts';

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
  const finds = await listRadarFinds(db, projectId, new Date(now - RADAR_BAN_MS));
  const isBanned = (deviceId: string, { channel, widthMhz }: RfRadioChannel): boolean => {
    const spectrum = findSpectrum('5G', channel, widthMhz);
    const own = finds.filter((find) => find.deviceId === deviceId);
    return spectrum !== undefined && findBanEnd(own, spectrum, now) !== undefined;
  };
  const findOutcome = (row: RfPlanRow): Outcome => {
    const { deviceId, interruptionSeconds, proposed, radioId } = row;
    const device = devices.get(deviceId);
    const radio = device?.radios.find(({ id }) => id === radioId);
    if (radio && isAsPlanned(radio, row)) return 'confirmed';
    const dueAt = Date.parse(at) + REPORT_MS + interruptionSeconds * 1000;
    // A channel with radar is replaced, and comes later.
    const isOpen = open.has(deviceId) || isBanned(deviceId, proposed);
    return isOpen || now < dueAt || !device?.isOnline ? 'waiting' : 'not-confirmed';
  };
  return {
    ...plan,
    rows: plan.rows.map((row) => (isChangedRow(row) ? { ...row, outcome: findOutcome(row) } : row)),
  };
}
