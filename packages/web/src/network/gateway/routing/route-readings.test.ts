import type { Job } from '@northlight/contract';
import { expect, test } from 'vitest';
import { findLatestRouteTable, listMissingRoutes } from './route-readings.ts';

type Row = Job['rows'][number];
const allowed = { allowed: true } as const;
const route = { destination: '10.9.0.0', prefix: 16, nextHop: '192.168.20.9', origin: 'static' } as const;

function readJob(id: string, state: Job['state'], row: Partial<Row>): Job {
  return {
    id,
    kind: 'route-table',
    title: 'Read routes',
    state,
    createdAt: '2026-01-01T00:00:00Z',
    createdBy: 'anna@example.com',
    wave: 0,
    can: { cancel: allowed, retry: allowed },
    rows: [
      { deviceId: 'gateway', deviceName: 'GW', state: 'done', issues: [], wave: 0, updatedAt: id, ...row },
    ],
  };
}
const answered = readJob('1', 'done', { result: { routes: [route] } });

test('keeps the latest table while the table is read again, and when reading fails', () => {
  const reading = { at: '1', routes: [route] };
  expect(findLatestRouteTable([answered], 'gateway')).toEqual({
    running: false,
    reading,
    failure: undefined,
  });
  expect(findLatestRouteTable([readJob('2', 'running', { state: 'sent' }), answered], 'gateway')).toEqual({
    running: true,
    reading,
    failure: undefined,
  });
  expect(
    findLatestRouteTable(
      [readJob('2', 'failed', { state: 'expired', detail: 'It did not answer.' }), answered],
      'gateway',
    ),
  ).toEqual({ running: false, reading, failure: 'It did not answer.' });
});

test('ignores jobs of other kinds and other devices', () => {
  const none = { running: false, reading: undefined, failure: undefined };
  expect(findLatestRouteTable([answered], 'another')).toEqual(none);
  expect(findLatestRouteTable([{ ...answered, kind: 'ping' }], 'gateway')).toEqual(none);
});

test('lists applied routes that the device does not use', () => {
  const wanted = { name: 'branch', destination: '10.9.0.0', prefix: 16, nextHop: '192.168.20.9' };
  expect(listMissingRoutes([wanted], [route])).toEqual([]);
  expect(
    listMissingRoutes(
      [
        { ...wanted, prefix: 17 },
        { ...wanted, nextHop: '192.168.20.8' },
      ],
      [route],
    ),
  ).toHaveLength(2);
});
