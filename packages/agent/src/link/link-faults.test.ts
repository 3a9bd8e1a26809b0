import { findCapabilities } from '@northlight/contract';
import type { CommandPush, DeviceConfig } from '@northlight/contract/device-protocol';
import { formatCanonicalJson, SeededEntropy, hashSha256Hex, sleep, SteppedClock } from '@northlight/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeCloud, passTime } from '../testing/index.ts';
import {
  type ApplyOutcome,
  DeviceLink,
  type Driver,
  FACTORY,
  type LinkStore,
  createMemoryStore,
  SILENT_LOG,
} from './index.ts';

const ID = 'A'.repeat(22);
const caps = findCapabilities('NL-GW5');
const buildConfig = (rev: number): DeviceConfig => ({
  vlans: [{ id: 10 + rev, name: `V${rev}`, ports: [] }],
  dhcpPools: [],
});
const readRev = (config: DeviceConfig): number => (config.vlans[0]?.id ?? 10) - 10;

const buildPush = (rev: number) => {
  const config = buildConfig(rev);
  return { rev, hash: hashSha256Hex(formatCanonicalJson(config)), confirmSecs: 30, config };
};

type Fault =
  | {
      readonly kind:
        | 'push'
        | 'later'
        | 'garbled'
        | 'repeat'
        | 'old'
        | 'kick'
        | 'lose'
        | 'find'
        | 'die'
        | 'restart'
        | 'again';
    }
  | { readonly kind: 'pass'; readonly ms: number };

/** A physical device, whose configuration and history survive the agent process and its link. */
class PhysicalDevice {
  running = FACTORY.active.config;
  readonly begun: number[] = [];
  readonly executed: string[] = [];
  readonly clock: SteppedClock;
  /** Number of the current start of the agent. Calls of earlier starts have no effect. */
  generation = 0;

  constructor(clock: SteppedClock) {
    this.clock = clock;
  }

  driver(): Driver {
    if (!caps) throw new Error('no model');
    const own = ++this.generation;
    const alive = (): boolean => own === this.generation;
    return {
      describe: () => ({
        model: 'NL-GW5',
        sn: 'NLTEST0000000001',
        mac: '02:00:00:00:00:01',
        sw: '1',
        hw: '1',
        caps,
        uptimeSeconds: 0,
        nets: {},
      }),
      apply: async (config): Promise<ApplyOutcome> => {
        if (alive()) this.begun.push(readRev(config));
        await sleep(this.clock, 2_000);
        if (alive()) this.running = config;
        return { status: 'applied', issues: [] };
      },
      restore: async (config) => {
        await sleep(this.clock, 500);
        if (alive()) this.running = config;
      },
      command: async ({ cid }: CommandPush, _say, reboot) => {
        if (!alive()) return;
        this.executed.push(cid);
        await reboot();
      },
      wentOnline: () => undefined,
      wentOffline: () => undefined,
    };
  }
}

const weighted = (weight: number, kind: Exclude<Fault['kind'], 'pass'>) => ({
  weight,
  arbitrary: fc.constant<Fault>({ kind }),
});
const fault: fc.Arbitrary<Fault> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
  },
  weighted(4, 'push'),
  weighted(2, 'later'),
  weighted(1, 'garbled'),
  weighted(2, 'repeat'),
  weighted(4, 'old'),
  weighted(2, 'kick'),
  weighted(1, 'lose'),
  weighted(3, 'find'),
  weighted(2, 'die'),
  weighted(1, 'restart'),
  weighted(2, 'again'),
);

test('a device with random faults never lowers its revision, runs no command twice, and applies the last push', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { minLength: 30, maxLength: 80, size: 'max' }),
      fc.integer(),
      async (faults, seed) => {
        const clock = new SteppedClock();
        const cloud = new FakeCloud(() => clock.now());
        let rev = 0;
        const { answers } = cloud;
        cloud.answers = (request) =>
          request.kind === 'config' && rev > 0
            ? { kind: 'config', desired: buildPush(rev) }
            : answers(request);
        const device = new PhysicalDevice(clock);
        const store: LinkStore = createMemoryStore({
          ...FACTORY,
          credential: { id: ID, token: 't', epoch: 1 },
        });
        const activated: number[] = [];
        const recordingStore = (): LinkStore => {
          const own = device.generation;
          return {
            load: () => store.load(),
            save: async (next) => {
              if (own !== device.generation) return;
              if (activated.at(-1) !== next.active.rev) activated.push(next.active.rev);
              await store.save(next);
            },
          };
        };
        let link: DeviceLink | undefined;
        const boot = async (): Promise<void> => {
          link?.cutPower();
          const driver = device.driver();
          link = new DeviceLink({
            sn: 'NLTEST0000000001',
            connect: cloud.connect,
            driver,
            store: recordingStore(),
            clock,
            entropy: new SeededEntropy(seed),
            log: SILENT_LOG,
          });
          await link.boot();
          await clock.advance(0);
        };
        let commands = 0;
        const command = () => cloud.command(ID, `c${commands}`, clock.now() + 600_000);
        await boot();
        for (const next of faults) {
          switch (next.kind) {
            case 'push':
              cloud.push(ID, ++rev, buildConfig(rev), 30);
              break;
            case 'later':
              cloud.push(ID, ++rev, buildConfig(rev), 30, { when: clock.now() + 30_000 });
              break;
            case 'garbled':
              cloud.push(ID, ++rev, buildConfig(rev), 30, { hash: 'x' });
              break;
            case 'repeat':
              if (rev > 0) cloud.push(ID, rev, buildConfig(rev), 30);
              break;
            case 'old':
              if (rev > 1) cloud.push(ID, rev - 1, buildConfig(rev - 1), 30);
              break;
            case 'kick':
              cloud.kick(ID);
              break;
            case 'lose':
              cloud.reachable = false;
              cloud.kick(ID);
              break;
            case 'find':
              cloud.reachable = true;
              break;
            case 'die':
              await boot();
              break;
            case 'restart':
              commands++;
              command();
              break;
            case 'again':
              if (commands > 0) command();
              break;
            case 'pass':
              await passTime(clock, next.ms);
              break;
          }
          await clock.advance(0);
          if (link?.state.phase === 'stopped') await boot();
        }
        expect(activated).toEqual([...activated].sort((a, b) => a - b));
        expect(new Set(device.executed).size).toBe(device.executed.length);
        cloud.reachable = true;
        await passTime(clock, 200_000);
        // Boots again if a waiting command has restarted the device.
        if (link?.state.phase === 'stopped') await boot();
        await passTime(clock, 1_000);
        cloud.push(ID, ++rev, buildConfig(rev), 30);
        await passTime(clock, 100_000);
        expect(readRev(device.running)).toBe(rev);
        expect((await store.load())?.active.rev).toBe(rev);
        expect((await store.load())?.trial).toBeUndefined();
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);
