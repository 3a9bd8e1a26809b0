import { describe, expect, test } from 'vitest';
import { pollUntil } from '../../../testing/eventually.ts';
import type { Bus, BusMessage, BusTopic, MessageOf } from '../bus.ts';

/** Two ends of one bus, which are the same object or one object per process. */
export interface BusEnds extends AsyncDisposable {
  readonly publisher: Bus;
  readonly subscriber: Bus;
}

const createMessage = (deviceId: string): BusMessage => ({ topic: 'pendingWork', deviceId });

const MESSAGES: { readonly [Topic in BusTopic]: MessageOf<Topic> } = {
  live: { topic: 'live', resource: 'devices', to: { projectId: 1 }, rows: ['a'] },
  backupParts: { topic: 'backupParts', id: 'p1' },
  pendingWork: { topic: 'pendingWork', deviceId: 'a' },
  drop: { topic: 'drop', deviceId: 'a', reason: 'removed' },
  claimed: { topic: 'claimed', sn: 'a' },
  distrusted: { topic: 'distrusted', accountId: 'a', keyHash: 'b' },
  alarms: { topic: 'alarms', projectId: 1 },
  jobs: { topic: 'jobs' },
  projects: { topic: 'projects' },
  rights: { topic: 'rights', of: { sessionId: 'a' } },
};

/** Runs the tests that every implementation of the bus must pass. */
export function describeBus(name: string, open: () => Promise<BusEnds>): void {
  describe(name, () => {
    test('delivers a message to every subscriber of its topic and to no other', async () => {
      await using ends = await open();
      const received: string[] = [];
      ends.subscriber.subscribe('pendingWork', ({ deviceId }) => received.push(`first ${deviceId}`));
      ends.subscriber.subscribe('pendingWork', ({ deviceId }) => received.push(`second ${deviceId}`));
      ends.subscriber.subscribe('claimed', ({ sn }) => received.push(sn));
      ends.publisher.publish(createMessage('a'));
      await pollUntil(() => received.length >= 2);
      expect(received).toEqual(['first a', 'second a']);
    });

    test('delivers messages of all topics unchanged', async () => {
      await using ends = await open();
      const received: BusMessage[] = [];
      const sent = Object.values(MESSAGES);
      for (const { topic } of sent) ends.subscriber.subscribe(topic, (message) => received.push(message));
      for (const message of sent) ends.publisher.publish(message);
      await pollUntil(() => received.length >= sent.length);
      expect(received).toEqual(sent);
    });

    test('keeps the order of messages and delivers each once', async () => {
      await using ends = await open();
      const received: string[] = [];
      ends.subscriber.subscribe('pendingWork', ({ deviceId }) => received.push(deviceId));
      const sent = Array.from({ length: 200 }, (_, index) => String(index));
      for (const id of sent) ends.publisher.publish(createMessage(id));
      await pollUntil(() => received.length >= sent.length);
      expect(received).toEqual(sent);
    });

    test('delivers nothing after the end of a subscription', async () => {
      await using ends = await open();
      const received: string[] = [];
      const end = ends.subscriber.subscribe('pendingWork', ({ deviceId }) => received.push(deviceId));
      ends.publisher.publish(createMessage('before'));
      await pollUntil(() => received.length === 1);
      end();
      const last = new Promise((resolve) => ends.subscriber.subscribe('claimed', resolve));
      ends.publisher.publish(createMessage('after'));
      ends.publisher.publish({ topic: 'claimed', sn: 'last' });
      await last;
      expect(received).toEqual(['before']);
    });

    test('delivers a message to the other subscribers when one throws', async () => {
      await using ends = await open();
      const received: string[] = [];
      ends.subscriber.subscribe('pendingWork', () => {
        throw new Error('planted');
      });
      ends.subscriber.subscribe('pendingWork', ({ deviceId }) => received.push(deviceId));
      ends.publisher.publish(createMessage('a'));
      await pollUntil(() => received.length === 1);
    });
  });
}
