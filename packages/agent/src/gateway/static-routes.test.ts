import { describe, expect, it } from 'vitest';
import { planRoutes, renderStaticRoutes } from './static-routes.ts';

const route = (destination: string, prefix: number, nextHop: string) => ({
  name: 'r',
  destination,
  prefix,
  nextHop,
});
const lines = (...args: Parameters<typeof planRoutes>) =>
  planRoutes(...args).map(({ argv }) => argv.join(' '));

describe('static routes', () => {
  const wanted = renderStaticRoutes([
    route('10.50.0.0', 16, '192.168.10.9'),
    route('10.60.0.1', 32, '192.168.10.9'),
    route('0.0.0.0', 0, '192.168.10.9'),
  ]);
  const there = [
    { dst: '10.50.0.0/16', gateway: '192.168.10.9' },
    { dst: '10.60.0.1', gateway: '192.168.10.9' },
    { dst: 'default', gateway: '192.168.10.9' },
  ];

  it('have protocol 157, and a default route has metric 1000', () => {
    expect(lines([], wanted)).toEqual([
      'ip route replace 10.50.0.0/16 via 192.168.10.9 proto 157',
      'ip route replace 10.60.0.1/32 via 192.168.10.9 proto 157',
      'ip route replace 0.0.0.0/0 via 192.168.10.9 proto 157 metric 1000',
    ]);
  });

  it('are kept if unchanged, and deleted first if obsolete or changed', () => {
    expect(lines(there, wanted)).toEqual([]);
    expect(
      lines([{ dst: '10.50.0.0/16', gateway: '192.168.10.7' }, { dst: '10.70.0.0/16' }], wanted.slice(0, 1)),
    ).toEqual([
      'ip route delete 10.50.0.0/16 proto 157',
      'ip route delete 10.70.0.0/16 proto 157',
      'ip route replace 10.50.0.0/16 via 192.168.10.9 proto 157',
    ]);
  });

  it.each([
    ['staticRoutes.0.destination', [route('10.50.0.1', 16, '192.168.10.9')]],
    ['staticRoutes.0.destination', [route('10.50.0.0 dev lo', 16, '192.168.10.9')]],
    ['staticRoutes.0.nextHop', [route('10.50.0.0', 16, '-6')]],
    [
      'staticRoutes.1.destination',
      [route('10.50.0.0', 16, '192.168.10.9'), route('10.50.0.0', 16, '192.168.10.8')],
    ],
  ])('are refused if the value at %s is invalid (case %#)', (path, routes) => {
    expect(() => renderStaticRoutes(routes)).toThrow(expect.objectContaining({ path }));
  });
});
