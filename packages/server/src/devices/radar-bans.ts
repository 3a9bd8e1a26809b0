import type { DeviceDetail, RadarBan } from '@northlight/contract';
import { RADAR_BAN_MS } from '@northlight/rf/plan';
import type { Db } from '../platform/db/database.ts';
import { listRadarFinds } from './link/radar.ts';

/** Adds to the radios of a device the channels that they must not use now, because they found radar on them. */
export async function addRadarBans(
  db: Db,
  device: { readonly id: string; readonly projectId: number },
  radios: DeviceDetail['radios'],
  now: number,
): Promise<DeviceDetail['radios']> {
  if (radios.length === 0) return radios;
  const finds = await listRadarFinds(db, device.projectId, new Date(now - RADAR_BAN_MS));
  return radios.map((radio) => {
    const radarBans = finds
      .filter(({ deviceId, radioId }) => deviceId === device.id && radioId === radio.id)
      .map(({ at, channels }): RadarBan => ({
        channels: [...channels],
        until: new Date(at + RADAR_BAN_MS).toISOString(),
      }));
    return radarBans.length > 0 ? { ...radio, radarBans } : radio;
  });
}
