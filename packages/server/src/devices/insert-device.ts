import type { DeviceRole } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { normalizeName } from '@northlight/contract/net';
import { createRandomBase62 } from '@northlight/runtime';
import { deleteDeviceFromClients } from '../clients/index.ts';
import type { Work } from '../platform/work.ts';
import { getLimitClass } from './limit-class.ts';
import { type HardwareAuthority, linkHardware } from './link-hardware.ts';

export interface NewDeviceRow {
  readonly projectId: number;
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  readonly name: string;
  readonly caps: Capabilities;
  readonly role: DeviceRole;
  /** Authority of an OpenWiFi device. */
  readonly authority?: HardwareAuthority | undefined;
  /** Last revision that the device has had; 0 when absent. */
  readonly seenRev?: number | undefined;
}

export async function insertDevice({ entropy, now, tx }: Work, device: NewDeviceRow): Promise<string> {
  const id = createRandomBase62(entropy, 22);
  await tx
    .insertInto('devices')
    .values({
      id,
      project_id: device.projectId,
      sn: device.sn,
      authority: device.authority?.keyHash ?? '',
      mac: device.mac,
      model: device.model,
      kind: device.caps.kind,
      role: device.role,
      limit_class: getLimitClass(device.role, device.caps) ?? null,
      name: device.name,
      name_key: normalizeName(device.name),
      caps: JSON.stringify(device.caps),
      token_hash: null,
      epoch: 0,
      state: 0,
      state_at: now,
      waiting: true,
      session: null,
      instance: null,
      managed: 'cloud',
      mesh_role: null,
      software: null,
      hardware: null,
      desired_rev: 0,
      desired_hash: null,
      desired_config: null,
      message_note: null,
      reported_rev: 0,
      reported_hash: '',
      reported_status: 'none',
      reported_issues: '[]',
      bad_rev: 0,
      sent_rev: 0,
      seen_rev: device.seenRev ?? 0,
      created_at: now,
    })
    .execute();
  await linkHardware(tx, id, device);
  await deleteDeviceFromClients(tx, device.projectId, device.mac);
  return id;
}
