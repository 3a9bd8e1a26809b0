import { EMPTY_WIRELESS, isChangedRow, type RfPlan, type RfPlanRow } from '@northlight/contract';
import { DAY_MS } from '@northlight/runtime';
import { readConfig } from '../../network/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { readSiteDevices, type SiteDevice } from '../site/site-devices.ts';

/** Differences that are listed; more are counted. */
const LISTED_MAX = 5;

/** Lists why a plan no longer fits its site, as sentences. */
export async function listDifferences(
  db: DbOrTx,
  projectId: number,
  { plan, startedAt }: { readonly plan: RfPlan | undefined; readonly startedAt: Date },
  now: number,
): Promise<string[]> {
  const rows = plan?.rows.filter(isChangedRow) ?? [];
  if (rows.length === 0) return [];
  if (now - startedAt.getTime() > DAY_MS) return ['The plan is older than 24 h.'];
  const devices = new Map((await readSiteDevices(db, projectId)).map((device) => [device.id, device]));
  const { config } = await readConfig(db, projectId);
  const { radios } = config.wireless ?? EMPTY_WIRELESS;
  const found = rows.flatMap((row) => {
    const setting = radios.find((each) => each.deviceId === row.deviceId && each.radioId === row.radioId);
    const isByHand = setting !== undefined && setting.channel !== 'auto' && !setting.planned;
    const difference = isByHand
      ? 'its channel was set by hand.'
      : describeDifference(row, devices.get(row.deviceId));
    return difference === undefined ? [] : [`${row.deviceName}, ${row.band}: ${difference}`];
  });
  const more = found.length - LISTED_MAX;
  return more > 0 ? [...found.slice(0, LISTED_MAX), `${more} more access points have changed.`] : found;
}

function describeDifference({ now, radioId }: RfPlanRow, device: SiteDevice | undefined): string | undefined {
  if (!device) return 'the access point is no longer in the project.';
  if (!device.isBroadcasting) return 'the device is no longer an access point.';
  const radio = device.radios.find(({ id }) => id === radioId);
  if (!radio?.up || radio.channel === undefined) return undefined;
  return radio.channel === now.channel
    ? undefined
    : `changed from channel ${now.channel} to ${radio.channel} after the plan.`;
}
