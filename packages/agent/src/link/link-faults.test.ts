import { capabilitiesOf } from '@northlight/contract';
import type { CommandPush, DeviceConfig } from '@northlight/contract/device-protocol';
import { canonicalJson, SeededEntropy, sha256Hex, sleep, SteppedClock } from '@northlight/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeCloud, pass } from '../testing/index.ts';
import {
  type ApplyOutcome,
  DeviceLink,
  type Driver,
  FACTORY,
  type LinkStore,
  memoryStore,
  SILENT,
} from './index.ts';

const ID = 'A'.repeat(22);
const caps = capabilitiesOf('NL-GW5');
const configOf = (rev: number): DeviceConfig => ({
  vlans: [{ id: 10 + rev, name: `V${rev}`, ports: [] }],
  dhcpPools: [],
});
const revOf = (config: DeviceConfig): number => (config.vlans[0]?.id ?? 10) - 10;

const pushOf = (rev: number) => {
  const config = configOf(rev);
  return { rev, hash: sha256Hex(canonicalJson(config)), confirmSecs: 30, config };
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

/** One physical device: what it runs and has done survives the process, its link does not. */
class Body {
  running = FACTORY.active.config;
  readonly begun: number[] = [];
  readonly executed: string[] = [];
  readonly clock: SteppedClock;
  /** The process that may still act; an earlier one is dead. */
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
        if (alive()) this.begun.push(revOf(config));
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

const often = (weight: number, kind: Exclude<Fault['kind'], 'pass'>) => ({
  weight,
  arbitrary: fc.constant<Fault>({ kind }),
});
const fault: fc.Arbitrary<Fault> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
  },
  often(4, 'push'),
  often(2, 'later'),
  often(1, 'garbled'),
  often(2, 'repeat'),
  often(4, 'old'),
  often(2, 'kick'),
  often(1, 'lose'),
  often(3, 'find'),
  often(2, 'die'),
  often(1, 'restart'),
  often(2, 'again'),
);

test('whatever goes wrong, no older revision follows a newer one, no command runs twice, and all settles', async () => {
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
          request.kind === 'config' && rev > 0 ? { kind: 'config', desired: pushOf(rev) } : answers(request);
        const body = new Body(clock);
        const store: LinkStore = memoryStore({ ...FACTORY, credential: { id: ID, token: 't', epoch: 1 } });
        const activated: number[] = [];
        const keeping = (): LinkStore => {
          const own = body.generation;
          return {
            load: () => store.load(),
            save: async (next) => {
              if (own !== body.generation) return;
              if (activated.at(-1) !== next.active.rev) activated.push(next.active.rev);
              await store.save(next);
            },
          };
        };
        let link: DeviceLink | undefined;
        const boot = async (): Promise<void> => {
          link?.cut();
          const driver = body.driver();
          link = new DeviceLink({
            sn: 'NLTEST0000000001',
            connect: cloud.connect,
            driver,
            store: keeping(),
            clock,
            entropy: new SeededEntropy(seed),
            log: SILENT,
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
              cloud.push(ID, ++rev, configOf(rev), 30);
              break;
            case 'later':
              cloud.push(ID, ++rev, configOf(rev), 30, { when: clock.now() + 30_000 });
              break;
            case 'garbled':
              cloud.push(ID, ++rev, configOf(rev), 30, { hash: 'x' });
              break;
            case 'repeat':
              if (rev > 0) cloud.push(ID, rev, configOf(rev), 30);
              break;
            case 'old':
              if (rev > 1) cloud.push(ID, rev - 1, configOf(rev - 1), 30);
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
              await pass(clock, next.ms);
              break;
          }
          await clock.advance(0);
          if (link?.state.phase === 'stopped') await boot();
        }
        expect(activated).toEqual([...activated].sort((a, b) => a - b));
        expect(new Set(body.executed).size).toBe(body.executed.length);
        cloud.reachable = true;
        await pass(clock, 200_000);
        // A command that waited for the device to be idle may have restarted it.
        if (link?.state.phase === 'stopped') await boot();
        await pass(clock, 1_000);
        cloud.push(ID, ++rev, configOf(rev), 30);
        await pass(clock, 100_000);
        expect(revOf(body.running)).toBe(rev);
        expect((await store.load())?.active.rev).toBe(rev);
        expect((await store.load())?.trial).toBeUndefined();
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);
