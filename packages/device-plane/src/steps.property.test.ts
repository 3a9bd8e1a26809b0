import type { BirthMessage, ConfigReport } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handleCommandReport } from './commands.ts';
import { handleConfigReport } from './configuration.ts';
import {
  handleBirth,
  handleDisconnect,
  expireDueWork,
  handlePendingWork,
  handleOrphaned,
  handleSecondPush,
} from './presence.ts';
import type { DeviceView, Outcome } from './records.ts';
import { MemoryDeviceStore } from './testing/index.ts';
import { SAMPLE_SN, createSampleBirth, createSampleDesired } from './testing/samples.ts';

const START = 1_000_000;
type Step = (view: DeviceView, now: number) => Outcome;

const rev = fc.integer({ min: 1, max: 4 });
const session = fc.constantFrom('one', 'two', 'three');
const birth = fc.record({
  session,
  bootReason: fc.constantFrom<BirthMessage['bootReason']>(
    'power',
    'restart',
    'reconnect',
    'reset',
    'upgrade',
  ),
  managed: fc.constantFrom('cloud' as const, 'cloud' as const, 'local' as const),
  cfgRev: fc.integer({ min: 0, max: 4 }),
});
const report = fc.record({
  rev,
  status: fc.constantFrom<ConfigReport['status']>(
    'received',
    'applying',
    'applied',
    'partial',
    'rejected',
    'rolledback',
  ),
  code: fc.constantFrom(undefined, undefined, 76),
});

/** All events of a device, in any order; a command report refers to the latest command. */
const anyEvent = fc.oneof(
  fc.record({ type: fc.constant('birth' as const), birth }),
  fc.record({ type: fc.constant('disconnect' as const), session }),
  fc.record({ type: fc.constant('config' as const), report }),
  fc.record({
    type: fc.constant('command' as const),
    state: fc.constantFrom('accepted', 'running', 'done', 'failed' as const),
  }),
  fc.record({ type: fc.constantFrom('pendingWork', 'orphaned', 'due' as const) }),
  fc.record({ type: fc.constant('second push' as const), session, rev }),
  fc.record({ type: fc.constant('desired' as const), rev }),
  fc.record({ type: fc.constant('restart' as const) }),
);
type Event = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never;

function toStep(event: Event, commands: readonly string[]): Step | undefined {
  switch (event.type) {
    case 'birth': {
      const { cfgRev } = event.birth;
      const message = createSampleBirth({ ...event.birth, cfgHash: cfgRev === 0 ? '' : `hash-${cfgRev}` });
      return (view, now) => handleBirth(view, message, now);
    }
    case 'disconnect':
      return (view, now) => handleDisconnect(view, event.session, now);
    case 'config': {
      const { rev, status, code } = event.report;
      const message = { rev, status, hash: `hash-${rev}`, issues: [], ...(code !== undefined && { code }) };
      return (view, now) => handleConfigReport(view, message, now);
    }
    case 'command':
      return (view, now) =>
        handleCommandReport(view, { cid: commands.at(-1) ?? '', state: event.state }, now);
    case 'pendingWork':
      return handlePendingWork;
    case 'orphaned':
      return handleOrphaned;
    case 'due':
      return expireDueWork;
    case 'second push':
      return (view, now) => handleSecondPush(view, event, now);
    case 'desired':
    case 'restart':
      return undefined;
  }
}

class Scenario {
  readonly store = new MemoryDeviceStore();
  readonly commands: string[] = [];
  id = '';
  now = START;

  async start(): Promise<this> {
    this.id = await this.store.claim(SAMPLE_SN, 7, this.now);
    return this;
  }

  /** Queues work like the console: revisions only increase, and one restart is open at a time. */
  async queueWork(event: Event): Promise<void> {
    if (event.type === 'desired') {
      const next = ((await this.store.device(this.id)).desired?.rev ?? 0) + 1;
      if (next > 4) return;
      await this.store.setDesired(this.id, createSampleDesired(next));
      await this.store.addWork(this.id, { kind: 'configure', rev: next });
    }
    const rows = await this.store.rows(this.id);
    const busy = rows.some((row) => row.kind === 'restart' && /queued|sent|running/.test(row.state));
    if (event.type === 'restart' && !busy)
      this.commands.push(await this.store.addWork(this.id, { kind: 'restart', deadline: this.now + 60_000 }));
  }

  async run(step: Step): Promise<Outcome | undefined> {
    return this.store.step(this.id, (view) => step(view, this.now), this.now);
  }

  async snapshot() {
    const { stateAt: _stateAt, ...device } = await this.store.device(this.id);
    const alarms = await this.store.alarms(this.id);
    return structuredClone({ device, rows: await this.store.rows(this.id), alarms });
  }
}

const eventLists = fc.array(anyEvent, { minLength: 1, maxLength: 40 });

test('ignores a repeated message', () =>
  fc.assert(
    fc.asyncProperty(eventLists, async (events) => {
      const scenario = await new Scenario().start();
      for (const event of events) {
        scenario.now += 20_000;
        await scenario.queueWork(event);
        const step = toStep(event, scenario.commands);
        if (!step) continue;
        await scenario.run(step);
        const once = await scenario.snapshot();
        await scenario.run(step);
        // Ignores two fields, because a birth resets `sentRev`, so that a repeated birth may push again.
        const {
          device: { sentRev: _first, reportedStatus: _was, ...device },
          ...rest
        } = once;
        const twice = await scenario.snapshot();
        expect(twice).toMatchObject(event.type === 'birth' ? { ...rest, device } : once);
      }
    }),
    { numRuns: 300 },
  ));

test('sends no bad revision, configures no locally managed device, and keeps finished work finished after any events', () =>
  fc.assert(
    fc.asyncProperty(eventLists, async (events) => {
      const scenario = await new Scenario().start();
      const finished = new Map<string, string>();
      for (const event of events) {
        scenario.now += 20_000;
        await scenario.queueWork(event);
        const step = toStep(event, scenario.commands);
        const before = await scenario.store.device(scenario.id);
        const outcome = step && (await scenario.run(step));
        const after = await scenario.store.device(scenario.id);
        const pushes = (outcome?.send ?? []).filter(({ topic }) => topic.endsWith('/cfg'));
        for (const { payload } of pushes) {
          expect((payload as { rev: number }).rev).toBeGreaterThan(before.badRev);
          expect(after.managed).toBe('cloud');
        }
        expect(pushes.length).toBeLessThanOrEqual(1);
        if (outcome?.send && outcome.send.length > 0) expect(after.session).toBeDefined();
        expect(after.badRev).toBeGreaterThanOrEqual(before.badRev);
        for (const row of await scenario.store.rows(scenario.id)) {
          const end = finished.get(row.id);
          if (end !== undefined) expect(row.state).toBe(end);
          else if (!/queued|sent|running/.test(row.state)) finished.set(row.id, row.state);
        }
        const open = (await scenario.store.alarms(scenario.id)).filter((alarm) => alarm.open);
        expect(new Set(open.map((alarm) => alarm.kind)).size).toBe(open.length);
      }
    }),
    { numRuns: 300 },
  ));

test('brings a compliant device to the desired configuration without open work after any events', () =>
  fc.assert(
    fc.asyncProperty(eventLists, async (events) => {
      const scenario = await new Scenario().start();
      for (const event of events) {
        scenario.now += 20_000;
        await scenario.queueWork(event);
        const step = toStep(event, scenario.commands);
        if (step) await scenario.run(step);
      }
      await scenario.store.setDesired(scenario.id, createSampleDesired(9));
      await scenario.store.addWork(scenario.id, { kind: 'configure', rev: 9 });
      scenario.now += 120_000;
      const born = await scenario.run((view, now) =>
        handleBirth(view, createSampleBirth({ session: 'last' }), now),
      );
      expect(born?.send?.filter(({ topic }) => topic.endsWith('/cfg'))).toMatchObject([
        { payload: { rev: 9 } },
      ]);
      const applied = { rev: 9, hash: 'hash-9', status: 'applied' as const, issues: [] };
      await scenario.run((view, now) => handleConfigReport(view, applied, now));
      await scenario.run(expireDueWork);
      const { device, rows, alarms } = await scenario.snapshot();
      expect(device).toMatchObject({ state: 1, reportedRev: 9, reportedStatus: 'applied' });
      expect(rows.filter((row) => /queued|sent|running/.test(row.state))).toEqual([]);
      expect(alarms.filter((alarm) => alarm.open)).toEqual([]);
    }),
    { numRuns: 300 },
  ));
