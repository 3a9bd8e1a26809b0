import { topics } from '@northlight/contract/device-protocol';
import type { BaseDevice } from '../devices/index.ts';
import type { TestBrowser } from './browser.ts';
import { pollUntil } from './eventually.ts';
import { RawDevice } from './raw-device.ts';
import { createProject, type TestServer } from './test-server.ts';

/** Creates a project with a gateway and a switch connected to its LAN1; the switch reports the gateway by LLDP. */
export async function createWiredSite(world: TestServer, owner: TestBrowser) {
  const { id: projectId, name } = await createProject(owner);
  const params = { projectId };
  const join = async (base: BaseDevice, session: string) => {
    const { id } = await owner.call('deviceAdd', {
      params,
      body: { sn: base.sn, claimCode: base.claimCode },
    });
    const credential = await RawDevice.provision(world.mqttPort, base);
    return { id, raw: await RawDevice.online(world.mqttPort, base, credential, { session }) };
  };
  const [gatewayBase, switchBase] = (await world.register({ model: 'NL-GW5' }, { model: 'NL-SW8P' })) as [
    BaseDevice,
    BaseDevice,
  ];
  const gateway = await join(gatewayBase, `gateway ${projectId}`);
  const behind = await join(switchBase, `switch ${projectId}`);
  const { ports } = await owner.call('deviceGet', { params: { ...params, deviceId: behind.id } });
  const uplink = ports.find(({ role }) => role === 'uplink')?.id ?? '';
  const lldp = [{ port: uplink, peerMac: gatewayBase.mac, peerPort: 'lan1' }];
  const report = { session: `switch ${projectId}`, seq: 1, ts: world.clock.now(), lldp };
  await behind.raw.publish(topics.up(behind.id, 'topo'), report);
  await pollUntil(async () => {
    const current = await owner.call('deviceGet', { params: { ...params, deviceId: behind.id } });
    return current.ports.some(({ neighbour }) => neighbour !== undefined);
  });
  await world.services.topology.processAll();
  return {
    params,
    name,
    behind: { id: behind.id, uplink },
    [Symbol.asyncDispose]: async () => {
      await gateway.raw[Symbol.asyncDispose]();
      await behind.raw[Symbol.asyncDispose]();
    },
  };
}
