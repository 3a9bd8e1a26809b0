import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@northlight/agent';
import { afterEach, expect, test, vi } from 'vitest';
import { listMissingForLab, startLab } from './index.ts';
import { MqttCloud } from './testing/mqtt-cloud.ts';

const problems = await listMissingForLab({ tests: true });
if (problems.length > 0) process.stderr.write(`The lab tests are skipped. ${problems.join(' ')}\n`);

const open = new AsyncDisposableStack();
afterEach(() => open.disposeAsync());

test.skipIf(problems.length > 0)(
  'runs the bundled agent, which sends its hello and its birth',
  { timeout: 60_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'nlb-'));
    open.defer(() => rm(directory, { recursive: true, force: true }));
    await run([process.execPath, 'scripts/bootstrap.js', 'agent:bundle', directory]);
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
      timeout: 20_000,
      interval: 50,
    });
    const [birth] = cloud.received('birth');
    expect(birth).toMatchObject({ sn: lab.sn, model: 'NL-LGW', bootReason: 'power' });
    expect(birth?.caps.features).toEqual(expect.arrayContaining(['port-mapping', 'ping', 'reset']));
    expect(birth?.caps.features).not.toContain('locate');
  },
);
