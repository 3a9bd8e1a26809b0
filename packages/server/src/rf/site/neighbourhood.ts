import { rankNeighbours } from '@northlight/rf/plan';
import type { StoredSite } from './stored-site.ts';

/** Level from which a radio waits for another one (dBm). */
const NOTICED_DBM = -82;

/**
 * Lets the radios keep their channel that are neither of these devices nor of devices that notice them or that they notice. A
 * radio that must leave its channel is free everywhere.
 */
export function keepElsewhere(site: StoredSite, deviceIds: readonly string[]): StoredSite {
  const centre = new Set(deviceIds);
  const near = new Set(deviceIds);
  for (const [id, neighbours] of rankNeighbours(site, site.at))
    for (const { deviceId, levelDbm } of neighbours) {
      if (levelDbm < NOTICED_DBM) continue;
      if (centre.has(id)) near.add(deviceId);
      if (centre.has(deviceId)) near.add(id);
    }
  return {
    ...site,
    radios: site.radios.map((radio) =>
      near.has(radio.deviceId) || radio.isPinned || radio.mustLeave
        ? radio
        : { ...radio, isPinned: true, kept: 'elsewhere' as const },
    ),
  };
}
