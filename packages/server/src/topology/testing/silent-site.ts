import { topics } from '@northlight/contract/device-protocol';
import { createProject, RawDevice, type TestBrowser, type TestServer } from '../../testing/index.ts';

/** Adds a gateway and a switch that send no LLDP; `report` sends their learned addresses, `reportPorts` the state of their ports. */
export async function createSilentSite(world: TestServer, owner: TestBrowser) {
  const { id: projectId } = await createProject(owner);
  const params = { projectId };
  const sessions: RawDevice[] = [];
  const add = async (model: string) => {
    const [base] = await world.register({ model });
    if (!base) throw new Error(`There is no ${model}.`);
    const { id } = await owner.call('deviceAdd', {
      params,
      body: { sn: base.sn, claimCode: base.claimCode },
    });
    return { ...base, id };
  };
  const join = async (model: string) => {
    const base = await add(model);
    const { id } = base;
    const session = `${base.sn} session`;
    const credential = await RawDevice.provision(world.mqttPort, base);
    const raw = await RawDevice.online(world.mqttPort, base, credential, { session });
    sessions.push(raw);
    const report = (fdb: readonly { port: string; mac: string }[], lldp: readonly object[] = []) =>
      raw.publish(topics.up(id, 'topo'), { session, seq: 1, ts: world.clock.now(), lldp, fdb });
    let figures = 0;
    const reportPorts = (ports: readonly { id: string; up: boolean; speedMbps: number }[]) =>
      raw.publish(topics.up(id, 'stat'), { session, seq: ++figures, ts: world.clock.now(), ports });
    return { id, sn: base.sn, mac: base.mac, raw, report, reportPorts };
  };
  const [gateway, behind] = [await join('NL-GW5'), await join('NL-SW8P')];
  return {
    params,
    gateway,
    behind,
    /** Adds a device that never connects. */
    add,
    join,
    read: async (at?: string) => {
      await world.services.topology.processAll();
      return owner.call('topologyGet', { params, query: { at } });
    },
    [Symbol.asyncDispose]: async () => {
      for (const raw of sessions) await raw[Symbol.asyncDispose]();
    },
  };
}
