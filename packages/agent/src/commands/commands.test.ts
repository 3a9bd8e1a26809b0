import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCapabilities } from '@northlight/contract';
import { type CommandKind, commandReport, commandResult } from '@northlight/contract/device-protocol';
import { SteppedClock } from '@northlight/runtime';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { SILENT_LOG } from '../link/index.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import { hostileText } from '../testing/configurations.ts';
import {
  CommandRunner,
  type CommandHandlers,
  CommandRefused,
  LocateLight,
  createPingHandler,
} from './index.ts';
import { parseHostArgument } from './parse-host-argument.ts';
import { parsePing } from './ping.ts';
import { toTable } from './route-table.ts';
import { parseTraceroute } from './traceroute.ts';

const caps = findCapabilities('NL-LGW');
if (!caps) throw new Error('no such model');

/** Returns a command runner, with the reports that it sends and the restarts that it requests. */
function runnerWith(handlers: CommandHandlers, own = caps) {
  const reports: {
    state: string;
    percent?: number | undefined;
    result?: { reason?: string | undefined } | undefined;
  }[] = [];
  const reboots: string[] = [];
  const runner = new CommandRunner({ caps: own ?? neverCaps(), handlers, log: SILENT_LOG });
  const send = (kind: CommandKind, args: Record<string, unknown> = {}): Promise<void> =>
    runner.run(
      { cid: 'c', kind, args, deadline: 0 },
      (report) => reports.push(commandReport.parse({ ...report, cid: 'c' })),
      (reason = 'restart') => Promise.resolve(void reboots.push(reason)),
    );
  return { reports, reboots, send };
}
const neverCaps = (): never => {
  throw new Error('no capabilities');
};
const deferred = () => {
  let release: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (release = resolve));
  return { promise, release };
};

describe('a command', () => {
  it('is answered with its result', async () => {
    const { reports, send } = runnerWith({ 'route-table': () => Promise.resolve({ routes: [] }) });
    await send('route-table');
    expect(reports).toEqual([{ cid: 'c', state: 'done', percent: 100, result: { routes: [] } }]);
  });

  test.each<[string, CommandKind, Record<string, unknown>, string]>([
    ['without a handler', 'wifi-scan', {}, 'This device does not support the command.'],
    [
      'whose feature the model lacks',
      'poe-restart',
      { ports: ['lan1'] },
      'This device does not support the command.',
    ],
    ['without its arguments', 'ping', { count: 3 }, 'The command has an unreadable value: host.'],
    [
      'with an argument out of range',
      'ping',
      { host: '1.1.1.1', count: 999 },
      'The command has an unreadable value: count.',
    ],
    ['whose handler throws', 'route-table', {}, 'The device could not run the command.'],
    ['whose handler refuses it', 'locate', { seconds: 1 }, 'It is dark.'],
  ])('%s fails with a reason', async (_title, kind, args, reason) => {
    const { reports, send } = runnerWith({
      ping: () => Promise.resolve({}),
      'poe-restart': () => Promise.resolve({}),
      'route-table': () => Promise.reject(new Error('secret detail')),
      locate: () => Promise.reject(new CommandRefused('It is dark.')),
    });
    await send(kind, args);
    expect(reports).toEqual([{ cid: 'c', state: 'failed', result: { reason } }]);
  });

  it('runs in parallel with up to 4 diagnostics, but not with another exclusive command', async () => {
    const slow = deferred();
    const { reports, send } = runnerWith({
      restart: () => slow.promise.then(() => ({})),
      reset: () => Promise.resolve({}),
      ping: () => slow.promise.then(() => ({})),
    });
    const running = [
      send('restart'),
      ...Array.from({ length: 4 }, () => send('ping', { host: 'a', count: 1 })),
    ];
    await send('reset');
    await send('ping', { host: 'a', count: 1 });
    expect(reports.map(({ result }) => result?.reason)).toEqual([
      'The device is busy. Try again later.',
      'The device already runs 4 diagnostics. Try again when one has finished.',
    ]);
    slow.release();
    await Promise.all(running);
    await send('reset');
    expect(reports.slice(2).map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'done'));
  });

  it('is completed by the next birth, without a result report, if it restarts the device', async () => {
    const { reboots, reports, send } = runnerWith({
      reset: async (_args, { reboot, reportProgress }) => {
        reportProgress({ percent: 50, step: 'Resetting' });
        await reboot('reset');
        return {};
      },
    });
    await send('reset');
    expect(reports.map(({ state }) => state)).toEqual(['running']);
    expect(reboots).toEqual(['reset']);
  });
});

describe('ping', () => {
  const PRINTED = `PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.
64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=0.109 ms
64 bytes from 192.0.2.1: icmp_seq=3 ttl=64 time=12 ms

--- 192.0.2.1 ping statistics ---
3 packets transmitted, 2 received, 33% packet loss, time 2000ms
`;

  it('returns the round-trip times', () => {
    expect(commandResult.parse(parsePing(PRINTED))).toEqual({
      ping: { sent: 3, received: 2, roundTripsMs: [0.109, 12] },
    });
  });

  it('succeeds without replies, and fails for an unknown name', async () => {
    const context = { reportProgress: () => undefined, reboot: () => Promise.resolve() };
    const silent = '3 packets transmitted, 0 received, 100% packet loss';
    const fails =
      (reports: string, output = ''): RunProgram =>
      (argv) =>
        Promise.reject(new CommandFailed(argv, reports, output));
    await expect(
      createPingHandler(fails(silent, silent))({ host: '192.0.2.1', count: 3 }, context),
    ).resolves.toEqual({
      ping: { sent: 3, received: 0, roundTripsMs: [] },
    });
    await expect(
      createPingHandler(fails('ping: x: Name or service not known'))({ host: 'x.test', count: 1 }, context),
    ).rejects.toThrow('The host name could not be resolved.');
  });

  it('passes only a valid host to the program', () => {
    for (const host of ['192.0.2.1', '2001:db8::1', 'printer', 'a.b-c.example', 'x.'])
      expect(parseHostArgument(host)).toBe(host);
    for (const host of [
      '-f',
      '--',
      '1.2.3',
      '1.2.3.4.5',
      '010.0.0.1',
      'a b',
      'a\n',
      '',
      'a..b',
      'fe80::1%eth0',
      '$(x)',
    ])
      expect(() => parseHostArgument(host)).toThrow(CommandRefused);
    fc.assert(
      fc.property(hostileText, (text) => {
        try {
          expect(parseHostArgument(text)).toMatch(/^[A-Za-z0-9:][A-Za-z0-9.:-]*$/);
        } catch (error) {
          expect(error).toBeInstanceOf(CommandRefused);
        }
      }),
    );
  });
});

test('a traced route ends with the first of the trailing hops that did not reply', () => {
  const printed = `traceroute to 198.51.100.1 (198.51.100.1), 20 hops max, 60 byte packets
 1  192.168.10.1  0.314 ms
 2  *
 3  198.51.100.1  1.5 ms
 4  *
 5  *
`;
  expect(commandResult.parse(parseTraceroute(printed)).hops).toEqual([
    { hop: 1, address: '192.168.10.1', roundTripMs: 0.314 },
    { hop: 2 },
    { hop: 3, address: '198.51.100.1', roundTripMs: 1.5 },
    { hop: 4 },
  ]);
});

test('the route table names the origin of each route', () => {
  const rows = [
    { dst: 'default', gateway: '203.0.113.1', dev: 'wan0', protocol: '156' },
    { dst: '192.168.10.0/24', dev: 'vlan10', protocol: 'kernel' },
    { dst: '10.9.0.0/16', gateway: '192.168.10.9', dev: 'vlan10', protocol: '157', metric: 5 },
    { dst: '10.8.8.8', gateway: '192.168.10.9', dev: 'vlan10', protocol: 'bgp' },
    { dst: 'fe80::/64', dev: 'vlan10' },
  ];
  const routes = toTable(rows, { wan: ['wan0'], staticProtocol: '157' });
  expect(commandResult.parse({ routes }).routes).toEqual([
    { destination: '0.0.0.0', prefix: 0, nextHop: '203.0.113.1', port: 'wan0', origin: 'wan' },
    { destination: '192.168.10.0', prefix: 24, port: 'vlan10', origin: 'connected' },
    {
      destination: '10.9.0.0',
      prefix: 16,
      nextHop: '192.168.10.9',
      port: 'vlan10',
      origin: 'static',
      metric: 5,
    },
    { destination: '10.8.8.8', prefix: 32, nextHop: '192.168.10.9', port: 'vlan10', origin: 'other' },
  ]);
});

/** Returns a directory with files like the kernel's `brightness`, and the clock for the blinking. */
async function lightFiles(count: number) {
  const directory = await mkdtemp(join(tmpdir(), 'nl-light-'));
  const files = Array.from({ length: count }, (_, index) => join(directory, `brightness${index}`));
  return {
    files,
    clock: new SteppedClock(),
    /** Returns the distinct contents of the brightness files. */
    brightness: async () => new Set(await Promise.all(files.map((file) => readFile(file, 'utf8')))),
    // Removes the directory; fails if a light still writes.
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

describe('the locate light', () => {
  // Number of locate lights that blink at the same time, so that the writes of one take longer than a blink
  // period.
  const LIGHTS = 60;

  it('blinks for the requested time, then is off', async () => {
    await using world = await lightFiles(LIGHTS);
    const { brightness, clock, files } = world;
    await using lights = new AsyncDisposableStack();
    for (const file of files) {
      const light = lights.use(new LocateLight(file, clock, SILENT_LOG));
      const { reports, send } = runnerWith({ locate: light.handler });
      await send('locate', { seconds: 1 });
      expect(reports.map(({ state }) => state)).toEqual(['done']);
    }
    expect(await brightness()).toEqual(new Set(['1']));
    await clock.advance(1_500);
    expect(clock.pendingTimers).toBe(0);
    await lights.disposeAsync();
    expect(await brightness()).toEqual(new Set(['0']));
  });

  it('is turned off when it is disposed, and does not change afterwards', async () => {
    await using world = await lightFiles(LIGHTS);
    const { brightness, clock, files } = world;
    const lights = files.map((file) => new LocateLight(file, clock, SILENT_LOG));
    for (const { handler } of lights) await runnerWith({ locate: handler }).send('locate', { seconds: 60 });
    // After two blink periods each light is on again, or its write is still queued.
    await clock.advance(500);
    for (const light of lights) await light[Symbol.asyncDispose]();
    expect(clock.pendingTimers).toBe(0);
    expect(await brightness()).toEqual(new Set(['0']));
    await clock.advance(10_000);
    expect(await brightness()).toEqual(new Set(['0']));
  });

  it('does not start to blink when it is disposed during its first write', async () => {
    await using world = await lightFiles(1);
    const { brightness, clock, files } = world;
    const light = new LocateLight(files[0] ?? '', clock, SILENT_LOG);
    const { reports, send } = runnerWith({ locate: light.handler });
    const sending = send('locate', { seconds: 60 });
    await light[Symbol.asyncDispose]();
    await sending;
    expect(clock.pendingTimers).toBe(0);
    expect(await brightness()).toEqual(new Set(['0']));
    await send('locate', { seconds: 60 });
    expect(reports.at(-1)).toMatchObject({
      state: 'failed',
      result: { reason: 'The device is shutting down.' },
    });
  });
});
