import { isRadarChannel } from '@northlight/contract';
import { getPartTime, type StatUpdate } from '@northlight/device-plane';
import { RADAR_BAN_MS } from '@northlight/rf/plan';
import { MINUTE_MS } from '@northlight/runtime';
import { CompiledQuery, sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../platform/db/database.ts';

/** Difference of the times of one find in two reports, by the rounding of its age and the delay of a report. */
const SAME_FIND_MS = MINUTE_MS;
/** Finds of a device that are stored for a day; radios find radar a few times in a month. */
const FINDS_OF_A_DAY = 500;

/** Radar that a radio of a device found. */
interface StoredRadarFind {
  readonly deviceId: string;
  readonly radioId: string;
  /** Channels of 20 MHz. */
  readonly channels: readonly number[];
  /** Time at which it was found (ms). */
  readonly at: number;
}

const SAVE = `/* prepared: radar-save */
insert into radar_finds (device_id, radio_id, channels, found_at, due_at)
select fresh.device_id, fresh.radio_id, fresh.channels, fresh.found_at, fresh.found_at
from jsonb_to_recordset($1::jsonb) as fresh(device_id text, radio_id text, channels integer[], found_at timestamptz)
join devices on devices.id = fresh.device_id
where exists (
  select from jsonb_array_elements(devices.caps->'radios') as radio where radio->>'id' = fresh.radio_id
) and not exists (
  select from radar_finds as known
  where known.device_id = fresh.device_id and known.radio_id = fresh.radio_id and known.channels @> fresh.channels
    and known.found_at between fresh.found_at - $2::interval and fresh.found_at + $2::interval
) and (
  select count(*) from radar_finds as known
  where known.device_id = fresh.device_id and known.found_at > fresh.found_at - interval '1 day'
) < ${FINDS_OF_A_DAY}
order by fresh.device_id
on conflict do nothing`;

/** Stores the radar of reports, each find once, for radios that the devices have. */
export async function saveRadarFinds(db: Db, updates: readonly StatUpdate[]): Promise<void> {
  const finds = dropRepeated(updates.flatMap(listFinds));
  if (finds.length === 0) return;
  const rows = finds.map(({ at, channels, deviceId, radioId }) => ({
    device_id: deviceId,
    radio_id: radioId,
    channels,
    found_at: new Date(at),
  }));
  await db.executeQuery(CompiledQuery.raw(SAVE, [JSON.stringify(rows), `${SAME_FIND_MS} milliseconds`]));
}

/** Lists the finds of a report. Channels without a radar check are left out, because radar cannot concern them. */
function listFinds(update: StatUpdate): StoredRadarFind[] {
  const { deviceId, message } = update;
  const sampledAt = getPartTime(update, 'radios');
  return (message.radios ?? []).flatMap(({ id: radioId, radar = [] }) =>
    radar.flatMap(({ ageSeconds, channels }) => {
      const found = [...new Set(channels.filter(isRadarChannel))].sort((one, other) => one - other);
      return found.length === 0
        ? []
        : [{ deviceId, radioId, channels: found, at: Math.round(sampledAt - ageSeconds * 1000) }];
    }),
  );
}

/** Leaves out the finds that an earlier one of the list contains: the same one in two reports. */
function dropRepeated(finds: readonly StoredRadarFind[]): StoredRadarFind[] {
  const kept: StoredRadarFind[] = [];
  for (const find of finds) {
    const isKnown = kept.some(
      ({ at, channels, deviceId, radioId }) =>
        deviceId === find.deviceId &&
        radioId === find.radioId &&
        Math.abs(at - find.at) <= SAME_FIND_MS &&
        find.channels.every((channel) => channels.includes(channel)),
    );
    if (!isKnown) kept.push(find);
  }
  return kept;
}

/** Lists the radar that the radios of a project found since a time, the oldest first. */
export async function listRadarFinds(db: DbOrTx, projectId: number, since: Date): Promise<StoredRadarFind[]> {
  const rows = await db
    .selectFrom('radar_finds')
    .innerJoin('devices', 'devices.id', 'radar_finds.device_id')
    .select(['device_id', 'radio_id', 'channels', 'found_at'])
    .where('devices.project_id', '=', projectId)
    .where('found_at', '>', since)
    .orderBy('found_at')
    .orderBy('device_id')
    .orderBy('radio_id')
    .execute();
  return rows.map(({ channels, device_id: deviceId, found_at: at, radio_id: radioId }) => ({
    deviceId,
    radioId,
    channels,
    at: at.getTime(),
  }));
}

/** A device whose desired configuration has to be computed again. */
export interface RadarDue {
  readonly projectId: number;
  readonly deviceId: string;
}

/** Lists the devices for whose radar a ban has begun or ended. */
export async function listDueRadar(db: DbOrTx, now: Date): Promise<RadarDue[]> {
  const rows = await db
    .selectFrom('radar_finds')
    .innerJoin('devices', 'devices.id', 'radar_finds.device_id')
    .select(['devices.project_id', 'radar_finds.device_id'])
    .distinct()
    .where('due_at', '<=', now)
    .execute();
  return rows.map(({ device_id: deviceId, project_id: projectId }) => ({ deviceId, projectId }));
}

/** Stores when the finds of devices are due next: at the end of their ban, or later for those of `waiting`. */
export async function setRadarDue(
  tx: Tx,
  deviceIds: readonly string[],
  now: Date,
  waiting: { readonly ids: readonly string[]; readonly at: Date },
): Promise<void> {
  const end = sql`found_at + ${RADAR_BAN_MS} * interval '1 millisecond'`;
  await sql`update radar_finds set due_at = case
      when device_id = any(${waiting.ids}::text[]) then ${waiting.at}::timestamptz
      when ${end} > ${now}::timestamptz then ${end}
    end
    where device_id = any(${deviceIds}::text[]) and due_at <= ${now}::timestamptz`.execute(tx);
}

/** Deletes the finds before a time. */
export async function deleteOldRadarFinds(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('radar_finds').where('found_at', '<', before).execute();
}
