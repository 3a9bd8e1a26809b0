import { type Application, APPLICATIONS } from '@northlight/contract/device-protocol';
import { findDeviceMetric, MAX_SERIES_ASKED, type SeriesAnswer } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { APPLICATION_METRICS, readApplicationTotals, toLines } from './applications.ts';
import { formatShare } from '../format-share.ts';

const answer = (totals: Partial<Record<Application, readonly [number, number]>>): SeriesAnswer => ({
  from: '',
  to: '',
  stepSeconds: 60,
  series: Object.entries(totals).flatMap(([id, [rx, tx]]) => [
    { metric: `application/${id}/rx`, values: [], total: rx },
    { metric: `application/${id}/tx`, values: [], total: tx },
  ]),
});
const ids = (given: SeriesAnswer) => readApplicationTotals(given)?.map(({ id }) => id);

describe('traffic by application', () => {
  it('is ranked by the sum of both directions, without unused applications', () => {
    const given = answer({ web: [100, 5], vpn: [10, 200], dns: [0, 0], other: [1, 0] });
    expect(ids(given)).toEqual(['vpn', 'web', 'other']);
    expect(readApplicationTotals(given)?.[0]).toMatchObject({ title: 'VPN', download: 10, upload: 200 });
  });

  it('is empty without traffic, and undefined without reports', () => {
    expect(readApplicationTotals(answer({ web: [0, 0] }))).toEqual([]);
    expect(readApplicationTotals(answer({}))).toBeUndefined();
    const unreported = { ...answer({}), series: [{ metric: 'application/web/rx', values: [null] }] };
    expect(readApplicationTotals(unreported)).toBeUndefined();
  });

  it('has chart lines in a fixed order, independent of the traffic', () => {
    const flows = readApplicationTotals(answer({ other: [9, 9], web: [1, 1], dns: [5, 5] })) ?? [];
    expect(toLines(flows, 'upload', 'gw')).toEqual([
      { metric: ['application/web/tx'], deviceId: 'gw', label: 'Web' },
      { metric: ['application/dns/tx'], deviceId: 'gw', label: 'DNS' },
      { metric: ['application/other/tx'], deviceId: 'gw', label: 'Other' },
    ]);
  });

  it('has one chart line for all applications after the first three', () => {
    const totals = APPLICATIONS.map((id, index) => [id, [index, 1]] as const);
    const lines = toLines(readApplicationTotals(answer(Object.fromEntries(totals))) ?? [], 'download', 'gw');
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)?.label).toBe('Other');
    expect(lines.flatMap(({ metric }) => metric)).toHaveLength(APPLICATIONS.length);
  });

  it('uses existing metrics, which fit into one request', () => {
    for (const metric of APPLICATION_METRICS) expect(findDeviceMetric(metric), metric).toBeDefined();
    expect(APPLICATION_METRICS).toHaveLength(2 * APPLICATIONS.length);
    expect(APPLICATION_METRICS.length).toBeLessThanOrEqual(MAX_SERIES_ASKED);
  });

  it.each([
    [0, '0%'],
    [0.4, '< 1%'],
    [50, '50%'],
    [100, '100%'],
  ])('formats a share of %s in 100 as %s', (part, text) => expect(formatShare(part, 100)).toBe(text));
});
