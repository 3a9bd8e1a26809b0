import type { ProjectStatus } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { describeOutage, formatElapsed } from './outage-text.ts';

const NOW = Date.parse('2026-11-23T13:06:00.000Z');
const outage: NonNullable<ProjectStatus['outage']> = {
  alarmId: 'a1',
  kind: 'device-offline',
  severity: 'critical',
  since: '2026-11-23T13:02:00.000Z',
  device: { id: 'd1', name: 'Lobby', kind: 'gateway' },
  devices: 16,
  clients: 28,
  firstStep: '',
  others: 0,
};
const describeIn = (changes: Partial<typeof outage>) =>
  describeOutage({ ...outage, ...changes }, 'Europe/Berlin', NOW);

describe('the text of an outage', () => {
  it('names the device, the time in the project’s zone, the duration, and the affected devices and clients', () =>
    expect(describeIn({})).toBe(
      'Gateway Lobby offline since 14:02 (4 min): 16 devices, 28 clients affected.',
    ));

  it('names the date of an earlier day, and omits clients if none are affected', () =>
    expect(describeIn({ since: '2026-11-20T10:00:00.000Z', devices: 1, clients: 0 })).toBe(
      'Gateway Lobby offline since 2026-11-20 11:00 (3 days): 1 device affected.',
    ));

  it('does not repeat the kind of a device whose name begins with the kind', () =>
    expect(describeIn({ device: { id: 'd1', name: 'Gateway 2', kind: 'gateway' } })).toMatch(
      /^Gateway 2 offline since/,
    ));

  it('names a lost site and a lost uplink differently', () => {
    const { device: _device, ...site } = outage;
    expect(describeOutage({ ...site, kind: 'site-lost' }, 'UTC', NOW)).toMatch(/^Site offline since 13:02/);
    expect(describeIn({ kind: 'uplink-down' })).toMatch(/^Gateway Lobby: uplink down since 14:02/);
  });
});

it.each([
  [20_000, 'less than 1 min'],
  [240_000, '4 min'],
  [7_200_000, '2 h'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '25 h'],
  [260_000_000, '3 days'],
])('formats %i ms as %s', (ms, text) => expect(formatElapsed(ms)).toBe(text));
