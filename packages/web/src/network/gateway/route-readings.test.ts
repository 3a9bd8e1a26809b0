import type { Job } from '@northlight/contract';
import { expect, test } from 'vitest';
import { latestReading, missingRoutes } from './route-readings.ts';

type Row = Job['rows'][number];
const allowed = { allowed: true } as const;
const route = { destination: '10.9.0.0', prefix: 16, nextHop: '192.168.20.9', origin: 'static' } as const;

function look(id: string, state: Job['state'], row: Partial<Row>): Job {
  return {
    id,
    kind: 'route-table',
    title: 'Read the routes',
    state,
    createdAt: '2026-01-01T00:00:00Z',
    createdBy: 'somebody',
    wave: 0,
    can: { cancel: allowed, retry: allowed },
    rows: [
      { deviceId: 'gateway', deviceName: 'GW', state: 'done', issues: [], wave: 0, updatedAt: id, ...row },
    ],
  };
}
const told = look('1', 'done', { result: { routes: [route] } });

test('the latest table stays while it is read again, and when that fails', () => {
  const reading = { at: '1', routes: [route] };
  expect(latestReading([told], 'gateway')).toEqual({ running: false, reading, failure: undefined });
  expect(latestReading([look('2', 'running', { state: 'sent' }), told], 'gateway')).toEqual({
    running: true,
    reading,
    failure: undefined,
  });
  expect(
    latestReading([look('2', 'failed', { state: 'expired', detail: 'It did not answer.' }), told], 'gateway'),
  ).toEqual({ running: false, reading, failure: 'It did not answer.' });
});

test('jobs of other kinds and other devices say nothing', () => {
  const none = { running: false, reading: undefined, failure: undefined };
  expect(latestReading([told], 'another')).toEqual(none);
  expect(latestReading([{ ...told, kind: 'ping' }], 'gateway')).toEqual(none);
});

test('an applied route that the device does not use is missing', () => {
  const wanted = { name: 'branch', destination: '10.9.0.0', prefix: 16, nextHop: '192.168.20.9' };
  expect(missingRoutes([wanted], [route])).toEqual([]);
  expect(
    missingRoutes(
      [
        { ...wanted, prefix: 17 },
        { ...wanted, nextHop: '192.168.20.8' },
      ],
      [route],
    ),
  ).toHaveLength(2);
});
