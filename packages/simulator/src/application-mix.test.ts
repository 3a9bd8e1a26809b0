import { findCapabilities } from '@northlight/contract';
import { type StatMessage, statMessage } from '@northlight/contract/device-protocol';
import { MINUTE_MS, SeededEntropy } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { DeviceCounters } from './device-counters.ts';

const NO_CONFIG = { vlans: [], dhcpPools: [] };
const { ports } = findCapabilities('NL-GW10') ?? { ports: [] };
const linked = () => ({ up: new Set(['wan1', 'wan2', 'lan1']), blocked: new Set<string>() });
const gateway = (countsApplications: boolean) =>
  new DeviceCounters(ports, linked, new SeededEntropy(7), 0, countsApplications);

const sums = (
  rows: readonly { readonly rxBytes?: number | undefined; readonly txBytes?: number | undefined }[] = [],
) =>
  rows.reduce<{ rx: number; tx: number }>(
    ({ rx, tx }, { rxBytes = 0, txBytes = 0 }) => ({ rx: rx + rxBytes, tx: tx + txBytes }),
    { rx: 0, tx: 0 },
  );

test('reports application counters whose sum is the counter of the WAN ports', () => {
  const vitals = gateway(true);
  let before: StatMessage['applications'] = [];
  for (let minute = 1; minute <= 48 * 60; minute++) {
    if (minute === 1000) {
      vitals.boot(minute * MINUTE_MS);
      before = [];
    }
    const { applications, ports } = vitals.step(minute * MINUTE_MS, 20, NO_CONFIG);
    expect(sums(applications)).toEqual(sums(ports?.filter(({ id }) => id.startsWith('wan'))));
    for (const { id, rxBytes, txBytes } of applications ?? []) {
      const earlier = before?.find((each) => each.id === id);
      expect(rxBytes).toBeGreaterThanOrEqual(earlier?.rxBytes ?? 0);
      expect(txBytes).toBeGreaterThanOrEqual(earlier?.txBytes ?? 0);
    }
    before = applications;
  }
  expect(before?.map(({ id }) => id)).toContain('other');
  for (const { id, rxBytes } of before ?? []) expect(rxBytes, id).toBeGreaterThan(0);
  expect(statMessage.parse({ session: 's', seq: 1, ts: 0, applications: before }).applications).toEqual(
    before,
  );
});

test('reports the same CPU, memory and port figures with and without application counters', () => {
  const [plain, counting] = [gateway(false), gateway(true)];
  for (let minute = 1; minute < 100; minute++) {
    const { applications, ...figures } = counting.step(minute * MINUTE_MS, 9, NO_CONFIG);
    expect(applications).toBeDefined();
    expect(figures).toEqual(plain.step(minute * MINUTE_MS, 9, NO_CONFIG));
  }
});
