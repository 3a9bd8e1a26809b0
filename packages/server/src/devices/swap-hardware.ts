import type { DeviceRole } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { sql } from 'kysely';
import { deleteDeviceFromClients } from '../clients/index.ts';
import { requeueWork, skipUpgrades } from '../jobs/index.ts';
import type { RequestWork } from '../platform/http/commit-request.ts';
import { getLimitClass } from './limit-class.ts';
import { type HardwareAuthority, linkHardware } from './link-hardware.ts';
import { deleteDecision } from './waiting/decide.ts';

/** Row of a device whose hardware is replaced. */
export interface ReplacedDeviceRow {
  readonly id: string;
  readonly sn: string;
  readonly mac: string;
  readonly name: string;
  readonly model: string;
  readonly kind: string;
  readonly role: DeviceRole;
  readonly caps: Capabilities;
  readonly authority: string;
  readonly state: number;
}

/** Hardware by its entry in the manufacturer's list, or by its certificate. */
export interface Hardware {
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  readonly caps: Capabilities;
  /** Authority of an OpenWiFi device. */
  readonly authority?: HardwareAuthority | undefined;
}

/**
 * Gives a device other hardware. The device keeps its id, and with it its name, place, settings, history, alarms and open
 * work. Everything that identifies the hardware, or that only it has reported, starts again: the first contact of the new
 * hardware creates its credential.
 */
export async function swapHardware(
  work: RequestWork,
  device: ReplacedDeviceRow,
  hardware: Hardware,
): Promise<void> {
  const { now, projectId, tx } = work;
  await tx
    .updateTable('devices')
    .set({
      sn: hardware.sn,
      authority: hardware.authority?.keyHash ?? '',
      mac: hardware.mac,
      model: hardware.model,
      kind: hardware.caps.kind,
      caps: JSON.stringify(hardware.caps),
      limit_class: getLimitClass(device.role, hardware.caps) ?? null,
      token_hash: null,
      next_token_hash: null,
      next_token_salt: null,
      certificate: null,
      next_certificate: null,
      epoch: sql<number>`epoch + 1`,
      state: 0,
      state_at: now,
      waiting: true,
      session: null,
      boot: null,
      instance: null,
      managed: 'cloud',
      mesh_role: null,
      software: null,
      hardware: null,
      message_note: null,
      // Every later revision is higher than those that the replaced hardware has had.
      seen_rev: sql<number>`greatest(seen_rev, desired_rev, reported_rev, bad_rev)`,
      desired_hash: null,
      reported_rev: 0,
      reported_hash: '',
      reported_status: 'none',
      reported_issues: '[]',
      bad_rev: 0,
      sent_rev: 0,
      steps: sql<number>`steps + 1`,
    })
    .where('id', '=', device.id)
    .execute();
  // The last figures of the device stay with their age; a local change and its own networks were those of the hardware.
  await tx
    .updateTable('device_state')
    .set({ local_change: null })
    .where('device_id', '=', device.id)
    .execute();
  await tx.deleteFrom('openwifi_links').where('device_id', '=', device.id).execute();
  await linkHardware(tx, device.id, hardware);
  await deleteDecision(work, hardware.sn);
  await deleteDeviceFromClients(tx, projectId, hardware.mac);
  await requeueWork(tx, device.id, now);
  if (hardware.model !== device.model)
    await skipUpgrades(tx, device.id, 'The device was replaced by another model.', now);
}
