import { MAX_FOUND_NODES, type ReportedNode } from '@northlight/contract/device-protocol';
import type { SimulatedDevice } from './simulated-device.ts';
import type { DeviceAccess } from './spec.ts';

/** Signal of the strongest new node without a place in the site (dBm). */
const NEW_NODE_DBM = -52;

/**
 * Lists the secondary nodes that no project has added and that a primary node receives, strongest first. `getSignal`
 * returns the signal of a node at the primary node (dBm); undefined for a node without a place in the site.
 */
export const listNewNodes = (
  devices: readonly SimulatedDevice[],
  access: (sn: string) => DeviceAccess,
  getSignal: (sn: string) => number | undefined,
): ReportedNode[] =>
  devices
    .flatMap(({ hasPower, isClaimed, spec: { mac, meshRole, model, sn } }, index) => {
      const { claimCode } = access(sn);
      if (meshRole !== 'secondary' || !hasPower || isClaimed || claimCode === undefined) return [];
      return [{ sn, mac, model, signalDbm: getSignal(sn) ?? NEW_NODE_DBM - (index % 20), claimCode }];
    })
    .toSorted((one, another) => another.signalDbm - one.signalDbm)
    .slice(0, MAX_FOUND_NODES);
