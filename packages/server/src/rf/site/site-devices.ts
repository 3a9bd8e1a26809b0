import { getDeviceState, isBroadcastRole } from '@northlight/contract';
import {
  type Capabilities,
  type RadioStat,
  radioStat,
  scannedChannel,
  scannedNetwork,
} from '@northlight/contract/device-protocol';
import { z } from 'zod';
import type { DbOrTx } from '../../platform/db/database.ts';

/** Networks and channels are stored with the time of their scan; those of earlier versions with that of the last scan. */
const storedNetwork = scannedNetwork.extend({ at: z.number().optional() });
const storedChannel = scannedChannel.extend({ at: z.number().optional() });

type Timed<T> = Omit<T, 'at'> & { readonly at: number };

/** A device with radios as it last reported them, and what it received in its last scans. */
export interface SiteDevice {
  readonly id: string;
  readonly name: string;
  readonly caps: Pick<Capabilities, 'radios'>;
  readonly isOnline: boolean;
  /** False for a device whose radios clients cannot join, such as a bridge; its radios disturb others all the same. */
  readonly isBroadcasting: boolean;
  readonly radios: readonly RadioStat[];
  /** Times of the reports (ms); 0 without one. */
  readonly reportedAt: number;
  readonly networks: readonly Timed<z.infer<typeof storedNetwork>>[];
  /** Channels to which its radios listened. */
  readonly channels: readonly Timed<z.infer<typeof storedChannel>>[];
  readonly scannedAt: number;
}

/** Returns the devices of a project that report radios, by name. */
export async function readSiteDevices(db: DbOrTx, projectId: number): Promise<SiteDevice[]> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.name', 'devices.caps', 'devices.role', 'devices.state'])
    .select(['device_state.radios', 'device_state.radios_at'])
    .select(['device_state.nearby_networks', 'device_state.nearby_channels'])
    .select('device_state.nearby_networks_at')
    .where('devices.project_id', '=', projectId)
    .where('device_state.radios', 'is not', null)
    .orderBy('devices.name_key')
    .execute();
  return rows.map(({ caps, id, name, role, state, ...stored }) => ({
    id,
    name,
    caps,
    isOnline: getDeviceState(state).countsOnline,
    isBroadcasting: isBroadcastRole(role),
    radios: (stored.radios ?? []).flatMap((radio) => radioStat.safeParse(radio).data ?? []),
    reportedAt: stored.radios_at?.getTime() ?? 0,
    networks: parseTimed(storedNetwork, stored.nearby_networks, stored.nearby_networks_at),
    channels: parseTimed(storedChannel, stored.nearby_channels, stored.nearby_networks_at),
    scannedAt: stored.nearby_networks_at?.getTime() ?? 0,
  }));
}

/** Parses entries one by one; those without a time get that of the last scan. */
const parseTimed = <T extends { readonly at?: number | undefined }>(
  schema: z.ZodType<T>,
  entries: readonly unknown[] | null,
  lastAt: Date | null,
): Timed<T>[] =>
  (entries ?? []).flatMap((entry) => {
    const { data } = schema.safeParse(entry);
    return data ? [{ ...data, at: data.at ?? lastAt?.getTime() ?? 0 }] : [];
  });
