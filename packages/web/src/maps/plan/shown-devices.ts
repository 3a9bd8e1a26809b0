import { DEVICE_STATES, type FloorPlan, type MapDevice, type PlanPoint } from '@northlight/contract';
import type { ItemRef } from './plan-changes.ts';

/** A device or a planned device, as drawing, list and sheet show it. */
export interface ShownDevice extends PlanPoint {
  readonly ref: ItemRef;
  readonly name: string;
  readonly state: 'online' | 'offline' | 'planned';
  /** Number of clients of an online device; undefined if it is not reported. */
  readonly clients: number | undefined;
  /** The device of the project; undefined for a planned one. */
  readonly device: MapDevice | undefined;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Lists the devices of a plan, without devices that `devices` does not contain.
 *
 * @param off ids of devices that are tried out as failed
 */
export function listShownDevices(plan: FloorPlan, devices: readonly MapDevice[], off = NONE): ShownDevice[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  return [
    ...plan.devices.flatMap(({ deviceId: id, x, y }): ShownDevice[] => {
      const device = byId.get(id);
      if (!device) return [];
      const isOnline = device.state === DEVICE_STATES.online && !off.has(id);
      const clients = isOnline ? device.clients : undefined;
      const state = isOnline ? 'online' : 'offline';
      return [{ ref: { list: 'devices', id }, name: device.name, state, clients, device, x, y }];
    }),
    ...plan.planned.map(({ id, name, x, y }): ShownDevice => ({
      ref: { list: 'planned', id },
      name,
      state: off.has(id) ? 'offline' : 'planned',
      clients: undefined,
      device: undefined,
      x,
      y,
    })),
  ];
}
