import { MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { AlarmSite } from '../testing/alarm-site.ts';
import type { SitePlan } from '../testing/site-plan.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

/** A house with a primary node, two nodes below it, and one node below the kitchen. */
const HOUSE: SitePlan = {
  hall: { model: 'NL-MESHP' },
  kitchen: { model: 'NL-MESHS', on: 'hall', port: 'mesh' },
  study: { model: 'NL-MESHS', on: 'hall', port: 'mesh' },
  attic: { model: 'NL-MESHS', on: 'kitchen', port: 'mesh' },
};
const ROUTER: SitePlan = { hall: { model: 'NL-MESHP' }, router: { model: 'NL-WR3', on: 'hall' } };

async function listTexts({ projectId }: AlarmSite): Promise<string[]> {
  const { items } = await owner.call('alarmList', { params: { projectId }, query: {} });
  return items.map(({ event }) => event);
}

describe('the signal of a backhaul', () => {
  /** Reports the same signals every 30 s. */
  async function reportFor(
    site: AlarmSite,
    minutes: number,
    ...report: Parameters<AlarmSite['reportBackhaul']>
  ) {
    for (let count = 0; count < minutes * 2; count++) {
      await site.reportBackhaul(...report);
      await site.wait(28_000);
    }
  }

  test('raises an alarm below the threshold, names the parent and a stronger node, and ends the alarm above the hysteresis', async () => {
    const site = await AlarmSite.make(world, owner, HOUSE);
    await reportFor(site, 4, 'kitchen', 'hall', -74);
    expect(await site.shown()).toEqual([]);
    await reportFor(site, 5, 'kitchen', 'hall', -78, { study: -66, attic: -50 });
    expect(await site.shown()).toEqual(['backhaul-weak kitchen']);
    // The attic is below the kitchen, so it is no advice.
    expect(await listTexts(site)).toEqual([
      'kitchen reaches hall with −78 dBm; study would be 12 dB stronger.',
    ]);
    await reportFor(site, 3, 'kitchen', 'hall', -70);
    expect(await site.shown()).toEqual(['backhaul-weak kitchen']);
    await reportFor(site, 3, 'kitchen', 'hall', -69);
    expect(await site.shown()).toEqual(['backhaul-weak kitchen over']);
    await site.remove();
  });

  test('advises no node that is 5 dB stronger, offline or of another project', async () => {
    const site = await AlarmSite.make(world, owner, HOUSE);
    const other = await AlarmSite.make(world, owner, { shed: { model: 'NL-MESHP' } });
    await site.down('study');
    const shed = other.device('shed').mac;
    await reportFor(site, 5, 'attic', 'kitchen', -75, { hall: -70, study: -60, [shed]: -40 });
    expect(await site.shown()).toContain('backhaul-weak attic');
    expect(await listTexts(site)).toContain(
      'attic reaches kitchen with −75 dBm; no other node is clearly stronger.',
    );
    for (const each of [site, other]) await each.remove();
  });

  test('raises no alarm for a device that is no mesh node', async () => {
    const site = await AlarmSite.make(world, owner, ROUTER);
    await reportFor(site, 5, 'router', 'hall', -90);
    expect(await site.shown()).toEqual([]);
    await site.remove();
  });
});

describe('the parent of a mesh node', () => {
  test('raises one alarm after 4 changes in 10 min; the alarm counts further changes and ends after 20 min without a change', async () => {
    const site = await AlarmSite.make(world, owner, HOUSE);
    await site.changeParents('attic', ['hall', 'kitchen'], 3);
    expect(await site.shown()).toEqual([]);
    await site.changeParents('attic', ['kitchen', 'hall'], 1);
    expect(await site.shown()).toEqual(['backhaul-flapping attic ×4']);
    expect(await listTexts(site)).toEqual(['attic changes its parent repeatedly.']);
    await site.changeParents('attic', ['hall', 'kitchen'], 2);
    expect(await site.shown()).toEqual(['backhaul-flapping attic ×6']);
    await site.wait(17 * MINUTE_MS);
    expect(await site.shown()).toEqual(['backhaul-flapping attic ×6']);
    await site.wait(3 * MINUTE_MS);
    expect(await site.shown()).toEqual(['backhaul-flapping attic ×6 over']);
    await site.remove();
  });

  test('raises no alarm when it changes every 4 min', async () => {
    const site = await AlarmSite.make(world, owner, HOUSE);
    await site.changeParents('attic', ['hall', 'kitchen'], 6, 4 * MINUTE_MS);
    expect(await site.shown()).toEqual([]);
    await site.remove();
  });

  test('is not counted for a device that is no mesh node', async () => {
    const site = await AlarmSite.make(world, owner, ROUTER);
    await site.changeParents('router', ['hall', 'router'], 5, 30_000);
    expect(await site.shown()).toEqual([]);
    await site.remove();
  });
});

describe('a lost node', () => {
  test('is one alarm with the other nodes under it if it is the primary node', async () => {
    const site = await AlarmSite.make(world, owner, HOUSE);
    await site.down('attic', 'study', 'hall', 'kitchen');
    await site.wait(MINUTE_MS);
    expect(await site.shown()).toEqual(['device-offline hall +3/3']);
    await site.up('hall', 'kitchen', 'study', 'attic');
    expect(await site.shown()).toEqual(['device-offline hall +0/3 over']);
    await site.remove();
  });

  test('is the cause of the alarms of the nodes below it only', async () => {
    const site = await AlarmSite.make(world, owner, HOUSE);
    await site.down('attic', 'kitchen', 'study');
    await site.wait(MINUTE_MS);
    expect(await site.shown()).toEqual(['device-offline kitchen +1/1', 'device-offline study']);
    await site.remove();
  });
});
