import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { renderWans } from '../gateway/wans.ts';
import { hostileText } from '../testing/configurations.ts';
import { encodePppArgument, renderPppoe } from './pppoe-options.ts';

const pppoe = (...lines: { user: string; password: string }[]) => ({
  port: 'wan0',
  mode: 'pppoe' as const,
  lines,
  dns: [],
});
const LINE = { user: 'anna', password: 'secret' };

/** Parses a quoted argument as pppd does: a backslash escapes the next character. */
function readArgument(text: string): string {
  expect(text).toMatch(/^"(?:[^"\\\n]|\\["\\])*"$/);
  return text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1');
}

describe("an argument in pppd's options file", () => {
  it('is parsed back to the original text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), hostileText),
        (text) => {
          if (text.length === 0 || /\p{Cc}/u.test(text) || !text.isWellFormed())
            expect(() => encodePppArgument(text, 'x')).toThrow(expect.objectContaining({ path: 'x' }));
          else expect(readArgument(encodePppArgument(text, 'x'))).toBe(text);
        },
      ),
    );
  });

  test.each(['', 'a\nconnect /bin/sh', 'a\0b', 'x'.repeat(201)])('is rejected: %j', (text) =>
    expect(() => encodePppArgument(text, 'wan.0.lines.0.user')).toThrow(
      expect.objectContaining({ path: 'wan.0.lines.0.user' }),
    ),
  );
});

describe('WAN ports with PPPoE lines', () => {
  it('keep the order of the configuration, and have lines with distinct names', () => {
    const wans = renderWans(
      [pppoe(LINE, LINE), { port: 'wan1', mode: 'dhcp', dns: [] }, { port: 'wan9', mode: 'dhcp', dns: [] }],
      ['wan1', 'wan0', 'wan2'],
    );
    expect(
      wans.map(({ devices, metric, port, settings }) => [port, metric, settings?.mode, devices]),
    ).toEqual([
      ['wan0', 0, 'pppoe', ['ppp-wan16', 'ppp-wan17']],
      ['wan1', 10, 'dhcp', ['wan1']],
      ['wan2', 0, undefined, ['wan2']],
    ]);
  });

  it('have an options file with one option per line', () => {
    const [wan] = renderWans([{ ...pppoe(LINE), service: 'fast net', dns: ['9.9.9.9'] }], ['wan0']);
    if (wan?.settings?.mode !== 'pppoe' || !wan.settings.lines[0]) throw new Error('no line');
    const text = renderPppoe(wan.settings.lines[0], {
      port: 'wan0',
      service: wan.settings.service,
      dns: wan.settings.dns,
      metric: 10,
      devices: ['ppp-wan0', 'ppp-wan1'],
      script: '/s/ip',
      resolvFile: '/s/resolv.conf',
      resolvers: ['/s/resolv.conf', '/t/resolv.conf'],
      logFile: '/s/log',
    });
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'rp_pppoe_service "fast net"',
        'nic-wan0',
        'ifname ppp-wan0',
        'user "anna"',
        'password "secret"',
        'mtu 1492',
        'set NORTHLIGHT_LINES="ppp-wan0 ppp-wan1"',
        'set NORTHLIGHT_METRIC=10',
        'set NORTHLIGHT_RESOLVERS="/s/resolv.conf /t/resolv.conf"',
      ]),
    );
    expect(text).not.toContain('usepeerdns');
  });
});
