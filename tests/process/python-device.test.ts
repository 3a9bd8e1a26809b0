import { pollUntil } from '@northlight/server/testing';
import { expect, test } from 'vitest';
import { openWorld } from './endpoint-world.ts';
import { findPython, startPythonDevice } from './python-device-process.ts';

const DEADLINE_MS = 30_000;

const python = findPython();
if (python === undefined)
  process.stderr.write('skipped, paho-mqtt for Python is missing (Debian package python3-paho-mqtt)\n');

// Skips the test if Python or paho-mqtt is missing on this machine. With NORTHLIGHT_TEST_ALL, the test runs
// and fails instead.
const isSkipped = python === undefined && !process.env['NORTHLIGHT_TEST_ALL'];

test.skipIf(isSkipped)(
  'claims, configures, restarts and removes a device in Python that follows the protocol page',
  async () => {
    await using world = await openWorld();
    const base = await world.register('NL-SW8P');
    await using device = startPythonDevice(python ?? 'python3', base, world.port);
    await device.waitFor('waiting');

    const claimed = await world.add(base);
    expect(await device.waitFor('claimed')).toEqual({ event: 'claimed', id: claimed.id });
    const started = await device.waitFor('online');
    expect(started).toMatchObject({ bootReason: 'power' });
    await pollUntil(async () => (await world.stateOf(claimed)) === 1);
    const params = { projectId: claimed.projectId, deviceId: claimed.id };
    const readCpu = async () => (await world.browser.call('deviceGet', { params })).cpuPercent;
    await pollUntil(async () => (await readCpu()) === 3, DEADLINE_MS);

    const configured = await world.apply(claimed, 30);
    await pollUntil(async () => (await world.jobState(claimed, configured)) === 'done', DEADLINE_MS);
    await device.waitFor('applied');

    const before = device.events.length;
    const { id: restarted } = await world.browser.call('deviceCommand', {
      params: { projectId: claimed.projectId },
      body: { kind: 'restart', deviceIds: [claimed.id] },
    });
    await pollUntil(async () => (await world.jobState(claimed, restarted)) === 'done', DEADLINE_MS);
    const again = await device.waitFor('online', before);
    expect(again).toMatchObject({ bootReason: 'restart' });
    expect(again['boot']).not.toBe(started['boot']);
    expect(device.events.slice(before).map(({ event }) => event)).not.toContain('applied');

    await world.browser.call('deviceRemove', { params });
    await device.waitFor('removed', before);
  },
);
