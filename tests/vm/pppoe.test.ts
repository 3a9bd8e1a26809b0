import type { ConfigWan, DeviceConfig } from '@northlight/contract/device-protocol';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { plugCable, Host } from './host.ts';
import { HOST_ADDRESS } from './machine.ts';
import { Provider } from './provider.ts';
import { explainMissingForMachine } from './requirements.ts';
import { Stage } from './stage.ts';
import { Device } from './device.ts';
import { pollUntil } from './poll-until.ts';

/** Name and password with characters that need escaping in pppd's files. */
const FIRST = { user: 'anna@isp "1"', password: `pa"ss\\ w'ord #1 ` };
const SECOND = { user: 'bert', password: 'second line' };
/** Number of echo requests in which a gateway measures loss: the first and the third are lost. */
const MEASURED_REQUESTS = 3;
const STATIC: ConfigWan = {
  port: 'wan1',
  mode: 'static',
  ip: '203.0.113.2',
  prefix: 24,
  gateway: '203.0.113.1',
  dns: ['9.9.9.9'],
};
const pppoe = (...lines: (typeof FIRST)[]): ConfigWan => ({ port: 'wan0', mode: 'pppoe', lines, dns: [] });
const site = (...wan: ConfigWan[]): DeviceConfig => ({
  vlans: [{ id: 10, name: 'LAN', ip: '192.168.10.1', prefix: 24, ports: ['lan1'] }],
  dhcpPools: [
    {
      name: 'pool',
      vlanId: 10,
      start: '192.168.10.100',
      end: '192.168.10.199',
      mask: '255.255.255.0',
      gateway: '192.168.10.1',
      dns: [],
      leaseMinutes: 60,
    },
  ],
  wan,
});

describe.skipIf(explainMissingForMachine() !== undefined)(
  'a gateway with PPPoE connections in the virtual machine',
  () => {
    let stage: Stage;
    let provider: Provider;
    let gateway: Device;
    let client: Host;

    const routes = () => gateway.host.run('ip', '-4', 'route', 'show', 'default');
    /** Waits until the client reaches the ISP. On a busy machine an echo may be late. */
    const clientReachesInternet = () =>
      pollUntil(async () => expect(await client.reaches('198.51.100.1')).toBe(true), 15);
    const internetRoute = () => gateway.host.run('ip', 'route', 'get', '198.51.100.1');

    beforeAll(async () => {
      stage = await Stage.open(inject('software'));
      const { agent, machine } = stage;
      for (const module of ['pppoe', 'ppp_async']) await machine.run(['modprobe', module]);
      const host = await Host.create(machine, 'gw');
      provider = await Provider.create(machine, host, [FIRST, SECOND]);
      client = await Host.create(machine, 'client');
      await plugCable(machine, host, 'lan1', client, 'eth0');
      await host.run('ip', 'address', 'add', '203.0.113.2/24', 'dev', 'wan1');
      await host.run('ip', 'route', 'add', 'default', 'via', '203.0.113.1');
      // Gives the cloud a route through wan1, so that dialling does not interrupt the agent's connection.
      await host.run('ip', 'route', 'add', HOST_ADDRESS, 'via', '203.0.113.1');
      gateway = await Device.start(host, agent, {
        sn: 'NLGW000000000001',
        mac: '02:00:00:00:0b:01',
        model: 'NL-LGW',
        wan: ['wan0', 'wan1'],
        lan: ['lan1'],
      });
    });

    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') process.stderr.write(`${await gateway.output()}\n`);
    });

    afterAll(async () => {
      await gateway?.[Symbol.asyncDispose]();
      await stage?.[Symbol.asyncDispose]();
    });

    it('reports PPPoE among its capabilities', async () => {
      const birth = await pollUntil(() => {
        const [first] = gateway.cloud.received('birth');
        if (!first) throw new Error('not born');
        return first;
      }, 60);
      expect(birth.caps.features).toContain('pppoe');
      expect(birth.caps.limits.pppoeLines).toBe(16);
      expect(birth.caps.ports.filter(({ role }) => role === 'wan').map(({ id }) => id)).toEqual([
        'wan0',
        'wan1',
      ]);
    });

    it('dials with special characters in the password and routes its clients through the connection', async () => {
      expect(await gateway.configure(site(pppoe(FIRST), STATIC))).toMatchObject({
        status: 'applied',
        issues: [],
      });
      expect(await gateway.host.addressOf('ppp-wan0')).toMatch(/^100\.64\.0\./);
      expect(await internetRoute()).toContain('dev ppp-wan0');
      expect(await gateway.host.run('cat', '/etc/resolv.conf')).toContain('nameserver 9.9.9.10');
      await client.write(
        '/run/udhcpc.sh',
        '#!/bin/sh\n[ "$1" = bound ] || exit 0\nip address add $ip/$mask dev $interface; ip route add default via $router\n',
      );
      await client.run('chmod', '755', '/run/udhcpc.sh');
      await client.run('udhcpc', '-i', 'eth0', '-n', '-q', '-s', '/run/udhcpc.sh');
      await clientReachesInternet();
      const watch = await provider.host.start('tcpdump', '-n', '-l', '-i', 'i0', 'pppoes');
      await pollUntil(async () => expect(await watch.output()).toContain('listening'));
      await clientReachesInternet();
      await client.succeeds('timeout', '3', 'bash', '-c', 'exec 3<>/dev/tcp/198.51.100.1/80');
      await pollUntil(async () => expect(await watch.output()).toContain('Flags [S]'));
      const capture = await watch.end();
      expect(capture).toMatch(/100\.64\.0\.\d+ > 198\.51\.100\.1: ICMP echo request/);
      // The gateway reduces the segment size that the client announced to the size that PPPoE can carry.
      expect(capture).toMatch(/Flags \[S\].*mss 1452/);
    });

    it('keeps its PPPoE sessions while the agent is stopped, and measures the latency and the loss of a WAN', async () => {
      const before = await gateway.host.addressOf('ppp-wan0');
      const births = gateway.cloud.received('birth').length;
      await gateway.kill();
      await clientReachesInternet();
      // Delays every frame to the gateway, and drops the first of every two echo requests to it.
      await provider.host.run('tc', 'qdisc', 'add', 'dev', 'i1', 'root', 'netem', 'delay', '150ms');
      await provider.host.write(
        '/run/loss.nft',
        `table ip loss {
 chain in {
  type filter hook input priority 0
  iif i1 ip daddr 203.0.113.1 icmp type echo-request counter numgen inc mod 2 0 drop
 }
}
`,
      );
      await provider.host.run('nft', '-f', '/run/loss.nft');
      await gateway.run();
      await pollUntil(() => expect(gateway.cloud.received('birth').length).toBe(births + 1), 60);
      expect(await gateway.host.addressOf('ppp-wan0')).toBe(before);
      expect(await provider.sessions()).toBe(1);
      await pollUntil(async () => {
        const counter = await provider.host.run('nft', 'list', 'table', 'ip', 'loss');
        expect(Number(/packets (\d+)/.exec(counter)?.[1])).toBeGreaterThan(MEASURED_REQUESTS);
      }, 90);
      const stat = await gateway.requestStat();
      const { latencyMs, lost, sent, target } = stat.wans?.find(({ id }) => id === 'wan1')?.gatewayPing ?? {};
      expect(target).toBe('203.0.113.1');
      expect(sent).toBeGreaterThanOrEqual(MEASURED_REQUESTS);
      expect(lost).toBe(Math.ceil((sent ?? 0) / 2));
      expect(latencyMs).toBeGreaterThanOrEqual(150);
      // The agent does not wait longer for an answer.
      expect(latencyMs).toBeLessThan(2_000);
      await provider.host.run('tc', 'qdisc', 'del', 'dev', 'i1', 'root');
      await provider.host.run('nft', 'delete', 'table', 'ip', 'loss');
    });

    it('switches to the second WAN when the first fails, and back to the first when it recovers', async () => {
      await provider.stop();
      await pollUntil(async () => expect(await internetRoute()).toContain('dev wan1'), 60);
      await clientReachesInternet();
      await provider.serve();
      await pollUntil(async () => expect(await internetRoute()).toContain('dev ppp-wan0'), 60);
      await clientReachesInternet();
      await provider.host.run('ip', 'link', 'set', 'i1', 'down');
      await clientReachesInternet();
      await provider.host.run('ip', 'link', 'set', 'i1', 'up');
    });

    it('distributes the traffic of one port over its PPPoE sessions', async () => {
      expect(await gateway.configure(site(pppoe(FIRST, SECOND), STATIC))).toMatchObject({
        status: 'applied',
      });
      expect(await routes()).toMatch(/nexthop dev ppp-wan0.*\n.*nexthop dev ppp-wan1/);
      expect(await provider.sessions()).toBe(2);
      const sent = async (device: string): Promise<number> =>
        Number(await gateway.host.run('cat', `/sys/class/net/${device}/statistics/tx_bytes`));
      const before = [await sent('ppp-wan0'), await sent('ppp-wan1')];
      for (let host = 1; host <= 12; host++)
        await client.succeeds('ping', '-n', '-c', '1', '-s', '1000', '-W', '1', `198.51.100.${host}`);
      expect((await sent('ppp-wan0')) - (before[0] ?? 0)).toBeGreaterThan(1_000);
      expect((await sent('ppp-wan1')) - (before[1] ?? 0)).toBeGreaterThan(1_000);
    });

    it('reports a rejected PPPoE password and stays reachable', async () => {
      const wrong = { ...FIRST, password: 'wrong' };
      const report = await gateway.configure(site(pppoe(wrong), STATIC));
      expect(report).toMatchObject({ status: 'partial', issues: [{ path: 'wan.0.lines.0.password' }] });
      expect(await internetRoute()).toContain('dev wan1');
      await clientReachesInternet();
    });

    it('rejects a password with a line break, and restores the route of the installer when its WANs are removed', async () => {
      const hostile = { ...FIRST, password: 'a\nconnect "/bin/sh"' };
      expect(await gateway.configure(site(pppoe(hostile)))).toMatchObject({
        status: 'rejected',
        issues: [{ path: 'wan.0.lines.0.password' }],
      });
      const { wan: _wan, ...rest } = site();
      expect(await gateway.configure(rest)).toMatchObject({ status: 'applied' });
      expect(await routes()).toMatch(/^default via 203\.0\.113\.1 dev wan1\s*$/);
      await pollUntil(async () => expect(await provider.sessions()).toBe(0));
    });
  },
);
