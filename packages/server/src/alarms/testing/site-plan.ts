/** A device of a plan: its model, its uplink device (`on`) and the port of that device. */
export interface PlannedDevice {
  readonly model: string;
  readonly on?: string;
  readonly port?: string;
  /** Port of the device itself, if it reports its uplink device by LLDP. */
  readonly ownPort?: string;
  /** Set if only the uplink device reports the link, as a neighbour. */
  readonly foundByNeighbour?: true;
  /** Set if the device was added but has never connected. */
  readonly neverOnline?: true;
}
export type SitePlan = Readonly<Record<string, PlannedDevice>>;

export const DEFAULT_PLAN: SitePlan = {
  gw: { model: 'NL-GW5' },
  core: { model: 'NL-CS24F', on: 'gw', port: 'lan1' },
  sw1: { model: 'NL-SW8P', on: 'core', port: 'p1' },
  sw2: { model: 'NL-SW8P', on: 'core', port: 'p2' },
  ap1: { model: 'NL-AP6C', on: 'sw1', port: 'p1' },
  ap2: { model: 'NL-AP6C', on: 'sw1', port: 'p2' },
  ap3: { model: 'NL-AP6C', on: 'sw2', port: 'p1' },
  cam: { model: 'NL-IPC4B', on: 'sw2', port: 'p2' },
};
