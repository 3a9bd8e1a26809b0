import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '@northlight/agent';
import { afterEach, expect, test, vi } from 'vitest';
import { listMissingForLab, startLab } from './index.ts';
import { MqttCloud } from './testing/mqtt-cloud.ts';

const problems = await listMissingForLab({ tests: true });
if (problems.length > 0) process.stderr.write(`The lab tests are skipped. ${problems.join(' ')}\n`);

const open = new AsyncDisposableStack();
afterEach(() => open.disposeAsync());

const VLAN_30 = {
  vlans: [{ id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: ['lan1'] }],
  dhcpPools: [
    {
      name: 'guests',
      vlanId: 30,
      start: '192.168.30.100',
      end: '192.168.30.150',
      mask: '255.255.255.0',
      gateway: '192.168.30.1',
      dns: [],
      leaseMinutes: 60,
    },
  ],
};

test.skipIf(problems.length > 0)(
  'runs the bundled agent, and uninstalls it without a remaining interface, rule, daemon or file',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'nlb-'));
    open.defer(() => rm(directory, { recursive: true, force: true }));
    await runProgram([process.execPath, 'scripts/bootstrap.js', 'agent:bundle', directory]);
    const cloud = open.use(await MqttCloud.start());
    const lab = open.use(
      await startLab({
        mqttPort: cloud.port,
        register: () => Promise.resolve(),
        prefix: 'nlb-',
        agentFile: join(directory, 'northlight-agent.mjs'),
      }),
    );
    await vi.waitFor(() => expect(cloud.received('birth')).toHaveLength(1), {
      timeout: 60_000,
      interval: 50,
    });
    const [birth] = cloud.received('birth');
    expect(birth).toMatchObject({ sn: lab.sn, model: 'NL-LGW', bootReason: 'power' });
    expect(birth?.caps.features).toEqual(expect.arrayContaining(['port-mapping', 'ping', 'reset']));
    expect(birth?.caps.features).not.toContain('locate');

    cloud.push(1, VLAN_30);
    await vi.waitFor(
      () => expect(cloud.received('cfg').at(-1)).toMatchObject({ rev: 1, status: 'applied' }),
      { timeout: 60_000, interval: 50 },
    );
    const { gateway } = lab.network;
    expect(await gateway.exec('ip', '-o', 'link', 'show')).toContain('vlan30');
    await lab.agent[Symbol.asyncDispose]();
    const runtime = join('/run/northlight', lab.sn);
    await gateway.exec('sh', join(directory, 'uninstall-agent.sh'), lab.stateDir, runtime);
    const links = await gateway.exec('ip', '-o', 'link', 'show');
    const names = links.split('\n').flatMap((line) => /^\d+: ([^:@]+)/.exec(line)?.[1] ?? []);
    expect(names.toSorted()).toEqual(['lan1', 'lan2', 'lo', 'wan0']);
    expect(await gateway.exec('nft', 'list', 'tables')).toBe('');
    expect(await gateway.exec('cat', '/proc/sys/net/ipv4/ip_forward')).toBe('0\n');
    expect(await runProgram(['ps', '-eo', 'args'])).not.toContain(lab.stateDir);
    for (const left of [lab.stateDir, runtime]) expect(existsSync(left), left).toBe(false);
  },
);
