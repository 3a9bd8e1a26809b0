import { getDefaultRule } from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { AlarmSite } from '../testing/alarm-site.ts';

const MAIL = 'pools@example.com';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp(MAIL);
});
afterAll(() => world[Symbol.asyncDispose]());

async function createPoolSite() {
  const site = await AlarmSite.make(world, owner, { gw: { model: 'NL-GW5' } });
  const params = { projectId: site.projectId };
  const listMails = () => world.services.mailer.outbox?.list() ?? [];
  const earlier = listMails().length;
  return {
    site,
    params,
    /**
     * Reports the use of a pool of 100 addresses, and sends due notices, for longer than an alarm and its notice can
     * take: each of two checks a minute apart, a step of the site, and the delay of a notice.
     */
    reportUse: async (used: number): Promise<void> => {
      for (let minute = 0; minute < 6; minute++) {
        await site.reportPool('gw', 20, used, 100);
        await site.wait(MINUTE_MS);
        world.services.notices.run();
        await world.services.notices.processAll();
      }
    },
    readAlarms: async () =>
      (await owner.call('alarmList', { params, query: {} })).items.map(
        ({ event, severity }) => `${severity}: ${event}`,
      ),
    listSubjects: () =>
      listMails()
        .toReversed()
        .slice(earlier)
        .filter(({ to }) => to === MAIL)
        .map(({ subject }) => subject.replace(/^\[.*\] /, '')),
  };
}

const NEARLY_FULL = 'gw: the DHCP pool of VLAN 20 uses 96 of 100 addresses.';
const FULL = 'gw: the DHCP pool of VLAN 20 is full (100 of 100).';

test('makes the alarm critical while the pool is full, and notifies once more', async () => {
  const { listSubjects, params, readAlarms, reportUse, site } = await createPoolSite();
  await owner.call('alarmMailSet', { params, body: { on: true } });
  await reportUse(96);
  expect(await readAlarms()).toEqual([`warning: ${NEARLY_FULL}`]);
  expect(listSubjects()).toEqual([NEARLY_FULL]);
  await reportUse(100);
  expect(await readAlarms()).toEqual([`critical: ${FULL}`]);
  expect(listSubjects().sort()).toEqual([FULL, NEARLY_FULL].sort());
  for (const used of [96, 100]) await reportUse(used);
  expect(await readAlarms()).toEqual([`critical: ${FULL}`]);
  expect(listSubjects()).toHaveLength(2);
  await reportUse(96);
  expect(await readAlarms()).toEqual([`warning: ${NEARLY_FULL}`]);
  await site.remove();
});

test('sends a mail about critical alarms only when the pool becomes full', async () => {
  const { listSubjects, reportUse, site } = await createPoolSite();
  await reportUse(96);
  expect(listSubjects()).toEqual([]);
  await reportUse(100);
  expect(listSubjects()).toEqual([FULL]);
  await site.remove();
});

test('sends one notice for a pool that is full from the beginning, also a day after the warning', async () => {
  const full = await createPoolSite();
  await full.reportUse(100);
  expect(await full.readAlarms()).toEqual([`critical: ${FULL}`]);
  expect(full.listSubjects()).toEqual([FULL]);
  await full.site.remove();
  const late = await createPoolSite();
  await late.reportUse(96);
  const old = new Date(world.clock.now() - 2 * 86_400_000);
  await world.services.db
    .updateTable('alarms')
    .set({ at: old, shown_at: old, considered_at: old })
    .where('project_id', '=', late.site.projectId)
    .execute();
  await late.reportUse(100);
  expect(late.listSubjects()).toEqual([FULL]);
  await late.site.remove();
});

test('keeps the severity that the rule sets', async () => {
  const { params, readAlarms, reportUse, site } = await createPoolSite();
  const rules = [{ ...getDefaultRule('dhcp-pool-high'), severity: 'info' as const }];
  await owner.call('alarmRulesChange', { params, body: { baseVersion: 0, rules } });
  await reportUse(100);
  expect(await readAlarms()).toEqual([`info: ${FULL}`]);
  await site.remove();
});
