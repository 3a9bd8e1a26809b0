import { listBroadcasts } from '@northlight/contract';
import { listBridgeStates } from '../../devices/index.ts';
import { getProjectAccess } from '../../platform/http/request-context.ts';
import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { listForeignNetworks } from './foreign-networks.ts';
import { readRadioDevices, loadAppliedPolicies, readReceivingDevices, readTimeZone } from './store.ts';

export function wirelessRoutes({
  clock,
  db,
}: Services): HandlersOf<'bridgeStateList' | 'foreignNetworkList' | 'wirelessAirGet'> {
  return {
    bridgeStateList: async (_input, context) => ({
      items: await listBridgeStates(db, getProjectAccess(context).projectId),
    }),
    foreignNetworkList: async (_input, context) => {
      const devices = await readReceivingDevices(db, getProjectAccess(context).projectId);
      return { items: listForeignNetworks(devices, clock.now()) };
    },
    wirelessAirGet: async (_input, context) => {
      const { projectId } = getProjectAccess(context);
      const [{ appliedAt, policies }, devices, timeZone] = await Promise.all([
        loadAppliedPolicies(db, projectId),
        readRadioDevices(db, projectId),
        readTimeZone(db, projectId),
      ]);
      return { items: listBroadcasts(policies, devices, { now: clock.now(), timeZone, appliedAt }) };
    },
  };
}
