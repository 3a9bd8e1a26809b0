import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DeviceConfig } from '@northlight/contract/device-protocol';
import { type Lab, listMissingForLab, startLab } from './index.ts';
import { MqttCloud } from './testing/mqtt-cloud.ts';

const problems = await listMissingForLab({ tests: true });
if (problems.length > 0) process.stderr.write(`The lab tests are skipped. ${problems.join(' ')}\n`);

const vlan = (id: number, ...ports: string[]) => ({
  id,
  name: `VLAN ${id}`,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports,
});
const pool = (id: number) => ({
  name: `pool_${id}`,
  vlanId: id,
  start: `192.168.${id}.100`,
  end: `192.168.${id}.199`,
  mask: '255.255.255.0',
  gateway: `192.168.${id}.1`,
  dns: [],
  leaseMinutes: 60,
});
const TWO_VLANS: DeviceConfig = {
  vlans: [vlan(10, 'lan1'), vlan(20, 'lan2')],
  dhcpPools: [pool(10), pool(20)],
};
const ONE_VLAN: DeviceConfig = { vlans: [vlan(30, 'lan1', 'lan2')], dhcpPools: [pool(30)] };

const soon = (check: () => void, seconds = 60) =>
  vi.waitFor(check, { timeout: seconds * 1000, interval: 50 });

describe.skipIf(problems.length > 0)('the agent on a real gateway', () => {
  let cloud: MqttCloud;
  let lab: Lab;
  const lastReport = () => cloud.received('cfg').at(-1);
  const births = () => cloud.received('birth').length;
  const soonLeased = (address: RegExp) =>
    vi.waitFor(async () => expect((await lab.client(1).lease()).ip).toMatch(address), {
      timeout: 60_000,
      interval: 200,
    });

  beforeAll(async () => {
    cloud = await MqttCloud.start();
    lab = await startLab({ mqttPort: cloud.port, register: () => Promise.resolve(), prefix: 'nlu-' });
  });

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await cloud[Symbol.asyncDispose]();
  });

  it('sends its hello, is claimed and sends its birth', async () => {
    await soon(() => expect(births()).toBe(1));
    expect(cloud.received('birth')[0]).toMatchObject({
      sn: lab.sn,
      model: 'NL-LGW',
      cfgRev: 0,
      bootReason: 'power',
      nets: { ip: '203.0.113.2' },
    });
    await soon(() =>
      expect(cloud.received('stat')[0]?.ports?.map(({ id, up }) => [id, up])).toEqual([
        ['wan0', true],
        ['lan1', true],
        ['lan2', true],
      ]),
    );
  });

  it('applies VLANs and pools, and reports a client with its lease', async () => {
    cloud.push(1, TWO_VLANS);
    await soon(() => expect(lastReport()).toMatchObject({ rev: 1, status: 'applied' }));
    const { ip } = await lab.client(1).lease();
    const mac = await lab.client(1).mac();
    const joined = () => cloud.received('clients').flatMap(({ join, upd }) => [...join, ...upd]);
    await soon(() =>
      expect(joined()).toContainEqual(
        expect.objectContaining({ mac, ip, vlan: 10, port: 'lan1', name: 'nlu-c1' }),
      ),
    );
  });

  it('restarts once on command, and keeps its configuration', async () => {
    const before = births();
    cloud.requestRestart('r1', Date.now() + 60_000);
    await soon(() => expect(births()).toBe(before + 1));
    expect(cloud.received('birth').at(-1)).toMatchObject({ bootReason: 'restart', cfgRev: 1 });
    expect((await lab.client(1).lease()).ip).toMatch(/^192\.168\.10\./);
    cloud.requestRestart('r1', Date.now() + 60_000);
    await soon(() => expect(cloud.received('cmd').at(-1)).toMatchObject({ cid: 'r1', state: 'done' }));
    expect(lab.agent.starts).toBe(2);
  });

  it('keeps the gateway serving clients while it is stopped, and continues after its restart', async () => {
    const before = births();
    process.kill(lab.agent.pid ?? 0, 'SIGKILL');
    expect((await lab.client(1).lease()).ip).toMatch(/^192\.168\.10\./);
    await soon(() => expect(births()).toBe(before + 1));
  });

  it('rolls back when it loses the connection to the cloud with a new configuration', async () => {
    cloud.stopAtReport('applying');
    cloud.push(2, ONE_VLAN, 5);
    await soon(() => expect(lastReport()).toMatchObject({ rev: 2, status: 'applying' }));
    await soonLeased(/^192\.168\.30\./);
    await soonLeased(/^192\.168\.10\./);
    await cloud.restart();
    await soon(() => expect(lastReport()).toMatchObject({ rev: 2, status: 'rolledback' }), 90);
    expect(cloud.received('birth').at(-1)).toMatchObject({ cfgRev: 1 });
  });

  // The device leaves the list only after its lease (30 s), the failure of its neighbour entry, and the next
  // sweep, which runs every 10 s.
  it('reports a client that disappears without a release', async () => {
    const mac = await lab.client(1).mac();
    const before = cloud.received('clients').length;
    await lab.client(1).cable('out');
    const left = () => cloud.received('clients').slice(before);
    await soon(() => expect(left().flatMap(({ leave }) => leave)).toContain(mac), 90);
  });
});
