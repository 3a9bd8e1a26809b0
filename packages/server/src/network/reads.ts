import { listBroadcasts, listRadiosOn } from '@northlight/contract';
import { listBridgeStates } from '../devices/index.ts';
import { getPermissionFor } from '../platform/http/principal.ts';
import type { ProjectReads } from '../platform/http/project-reads.ts';
import { readDelivery } from './reported/delivery.ts';
import { listPortVlans } from './port-vlans.ts';
import { readConfig, readScope } from './state.ts';
import { listForeignNetworks } from './wireless/foreign-networks.ts';
import {
  loadAppliedPolicies,
  readRadioDevices,
  readReceivingDevices,
  readTimeZone,
} from './wireless/store.ts';

export const networkReads: ProjectReads<
  | 'bridgeStateList'
  | 'foreignNetworkList'
  | 'networkConfigGet'
  | 'networkDeliveryGet'
  | 'networkPortVlanList'
  | 'wirelessAirGet'
> = {
  networkConfigGet: async ({ db }, { principal, project }) => {
    const [{ version, config }, scope] = await Promise.all([
      readConfig(db, project.projectId),
      readScope(db, project.projectId),
    ]);
    const configure = getPermissionFor(principal, { need: 'write', access: ['web', 'openapi'], project });
    return { version, config, scope, can: { configure } };
  },
  networkDeliveryGet: ({ db }, { project }) => readDelivery(db, project.projectId),
  networkPortVlanList: async ({ db }, { project }) => ({
    items: await listPortVlans(db, project.projectId),
  }),
  bridgeStateList: async ({ db }, { project }) => ({
    items: await listBridgeStates(db, project.projectId),
  }),
  foreignNetworkList: async ({ db, now }, { project }) => {
    const devices = await readReceivingDevices(db, project.projectId);
    return { items: listForeignNetworks(devices, now) };
  },
  wirelessAirGet: async ({ db, now }, { project }) => {
    const [{ appliedAt, policies, radios }, devices, timeZone] = await Promise.all([
      loadAppliedPolicies(db, project.projectId),
      readRadioDevices(db, project.projectId),
      readTimeZone(db, project.projectId),
    ]);
    const on = devices.map((device) => ({ ...device, radios: listRadiosOn(device, radios) }));
    return { items: listBroadcasts(policies, on, { now, timeZone, appliedAt }) };
  },
};
