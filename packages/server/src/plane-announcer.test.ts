import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { AffectedResources } from '@northlight/device-plane';
import { PlaneAnnouncer } from './plane-announcer.ts';
import type { BusMessage } from './platform/bus/bus.ts';
import { LocalBus } from './platform/bus/local-bus.ts';
import { startTestServer, type TestServer } from './testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

/** Returns the messages that an affected project causes. */
async function announce(affected: AffectedResources): Promise<BusMessage[]> {
  const published: BusMessage[] = [];
  const bus = new LocalBus({ error: () => undefined });
  for (const topic of ['live', 'jobs', 'alarms'] as const)
    bus.subscribe(topic, (message) => published.push(message));
  await using announcer = new PlaneAnnouncer({ ...world.services, bus });
  announcer.publishChange(affected);
  return published;
}

const live = (resource: 'alarms' | 'jobs' | 'logs') => ({ topic: 'live', resource, to: { projectId: 7 } });

test.each<[string, AffectedResources, object[]]>([
  [
    'pages only, whatever resources changed',
    { projectId: 7, resources: ['alarms', 'jobs'] },
    [live('alarms'), live('jobs')],
  ],
  [
    'the alarm grouping',
    { projectId: 7, resources: ['logs'], groupAlarms: true },
    [live('logs'), { topic: 'alarms', projectId: 7 }],
  ],
  ['the jobs', { projectId: 7, resources: [], advanceJobs: true }, [{ topic: 'jobs' }]],
  [
    'pages that show these rows',
    { projectId: 7, resources: ['jobs'], rows: { jobs: ['a'] } },
    [{ ...live('jobs'), rows: ['a'] }],
  ],
])('a change notifies %s', async (_title, affected, messages) => {
  expect(await announce(affected)).toEqual(messages);
});
