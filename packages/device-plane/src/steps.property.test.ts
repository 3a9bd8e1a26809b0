import type { BirthMessage, ConfigReport } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onCommandReport } from './commands.ts';
import { onConfigReport } from './configuration.ts';
import { onBirth, onDue, onDisconnect, onNudge, onOrphaned, onSecondPush } from './presence.ts';
import type { DeviceView, Outcome } from './records.ts';
import { MemoryDeviceStore } from './testing/index.ts';
import { sampleBirth, sampleDesired } from './testing/samples.ts';

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

/** Everything that happens to a device, in any order; commands are named by their place. */
const event = fc.oneof(
  fc.record({ type: fc.constant('birth' as const), birth }),
  fc.record({ type: fc.constant('gone' as const), session }),
  fc.record({ type: fc.constant('config' as const), report }),
  fc.record({
    type: fc.constant('command' as const),
    state: fc.constantFrom('accepted', 'running', 'done', 'failed' as const),
  }),
  fc.record({ type: fc.constantFrom('nudge', 'orphaned', 'due' as const) }),
  fc.record({ type: fc.constant('second push' as const), session, rev }),
  fc.record({ type: fc.constant('desired' as const), rev }),
  fc.record({ type: fc.constant('restart' as const) }),
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

function stepOf(happening: Event, commands: readonly string[]): Step | undefined {
  switch (happening.type) {
    case 'birth': {
      const { cfgRev } = happening.birth;
      const said = sampleBirth({ ...happening.birth, cfgHash: cfgRev === 0 ? '' : `hash-${cfgRev}` });
      return (view, now) => onBirth(view, said, now);
    }
    case 'gone':
      return (view, now) => onDisconnect(view, happening.session, now);
    case 'config': {
      const { rev, status, code } = happening.report;
      const said = { rev, status, hash: `hash-${rev}`, issues: [], ...(code !== undefined && { code }) };
      return (view, now) => onConfigReport(view, said, now);
    }
    case 'command':
      return (view, now) =>
        onCommandReport(view, { cid: commands.at(-1) ?? '', state: happening.state }, now);
    case 'nudge':
      return onNudge;
    case 'orphaned':
      return onOrphaned;
    case 'due':
      return onDue;
    case 'second push':
      return (view, now) => onSecondPush(view, happening, now);
    case 'desired':
    case 'restart':
      return undefined;
  }
}

class Story {
  readonly store = new MemoryDeviceStore();
  readonly commands: string[] = [];
  id = '';
  now = START;

  async begin(): Promise<this> {
    this.id = await this.store.claim('SN', 7, this.now);
    return this;
  }

  /** What the console may do: revisions only rise, one restart at a time. */
  async intend(happening: Event): Promise<void> {
    if (happening.type === 'desired') {
      const next = ((await this.store.device(this.id)).desired?.rev ?? 0) + 1;
      if (next > 4) return;
      await this.store.setDesired(this.id, sampleDesired(next));
      await this.store.addWork(this.id, { kind: 'configure', rev: next });
    }
    const rows = await this.store.rows(this.id);
    const busy = rows.some((row) => row.kind === 'restart' && /queued|sent|running/.test(row.state));
    if (happening.type === 'restart' && !busy)
      this.commands.push(await this.store.addWork(this.id, { kind: 'restart', deadline: this.now + 60_000 }));
  }

  async take(step: Step): Promise<Outcome | undefined> {
    return this.store.step(this.id, (view) => step(view, this.now), this.now);
  }

  async look() {
    const { stateAt: _stateAt, ...device } = await this.store.device(this.id);
    const alarms = await this.store.alarms(this.id);
    return structuredClone({ device, rows: await this.store.rows(this.id), alarms });
  }
}

const stories = fc.array(event, { minLength: 1, maxLength: 40 });

test('a message that arrives twice changes nothing further', () =>
  fc.assert(
    fc.asyncProperty(stories, async (events) => {
      const story = await new Story().begin();
      for (const happening of events) {
        story.now += 20_000;
        await story.intend(happening);
        const step = stepOf(happening, story.commands);
        if (!step) continue;
        await story.take(step);
        const once = await story.look();
        await story.take(step);
        // A birth clears what was held back for the session before it: only what it says may differ, not what is known.
        const {
          device: { sentRev: _first, reportedStatus: _was, ...device },
          ...rest
        } = once;
        const twice = await story.look();
        expect(twice).toMatchObject(happening.type === 'birth' ? { ...rest, device } : once);
      }
    }),
    { numRuns: 300 },
  ));

test('in any story: bad revisions are never sent, local devices never configured, finished work stays finished', () =>
  fc.assert(
    fc.asyncProperty(stories, async (events) => {
      const story = await new Story().begin();
      const finished = new Map<string, string>();
      for (const happening of events) {
        story.now += 20_000;
        await story.intend(happening);
        const step = stepOf(happening, story.commands);
        const before = await story.store.device(story.id);
        const outcome = step && (await story.take(step));
        const after = await story.store.device(story.id);
        const pushes = (outcome?.send ?? []).filter(({ topic }) => topic.endsWith('/cfg'));
        for (const { payload } of pushes) {
          expect((payload as { rev: number }).rev).toBeGreaterThan(before.badRev);
          expect(after.managed).toBe('cloud');
        }
        expect(pushes.length).toBeLessThanOrEqual(1);
        if (outcome?.send && outcome.send.length > 0) expect(after.session).toBeDefined();
        expect(after.badRev).toBeGreaterThanOrEqual(before.badRev);
        for (const row of await story.store.rows(story.id)) {
          const end = finished.get(row.id);
          if (end !== undefined) expect(row.state).toBe(end);
          else if (!/queued|sent|running/.test(row.state)) finished.set(row.id, row.state);
        }
        const open = (await story.store.alarms(story.id)).filter((alarm) => alarm.open);
        expect(new Set(open.map((alarm) => alarm.kind)).size).toBe(open.length);
      }
    }),
    { numRuns: 300 },
  ));

test('after any story, a device that does as it is told ends up with what is desired and nothing open', () =>
  fc.assert(
    fc.asyncProperty(stories, async (events) => {
      const story = await new Story().begin();
      for (const happening of events) {
        story.now += 20_000;
        await story.intend(happening);
        const step = stepOf(happening, story.commands);
        if (step) await story.take(step);
      }
      await story.store.setDesired(story.id, sampleDesired(9));
      await story.store.addWork(story.id, { kind: 'configure', rev: 9 });
      story.now += 120_000;
      const born = await story.take((view, now) => onBirth(view, sampleBirth({ session: 'last' }), now));
      expect(born?.send?.filter(({ topic }) => topic.endsWith('/cfg'))).toMatchObject([
        { payload: { rev: 9 } },
      ]);
      const applied = { rev: 9, hash: 'hash-9', status: 'applied' as const, issues: [] };
      await story.take((view, now) => onConfigReport(view, applied, now));
      await story.take(onDue);
      const { device, rows, alarms } = await story.look();
      expect(device).toMatchObject({ state: 1, reportedRev: 9, reportedStatus: 'applied' });
      expect(rows.filter((row) => /queued|sent|running/.test(row.state))).toEqual([]);
      expect(alarms.filter((alarm) => alarm.open)).toEqual([]);
    }),
    { numRuns: 300 },
  ));
