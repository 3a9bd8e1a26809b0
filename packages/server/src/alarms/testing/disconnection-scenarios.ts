import { MINUTE_MS } from '@northlight/runtime';
import type { AlarmSite } from './alarm-site.ts';
import type { SitePlan } from './site-plan.ts';
import type { Scenario } from './scenario.ts';

/** Five root devices. */
const FIVE_ROOTS: SitePlan = Object.fromEntries(
  ['r1', 'r2', 'r3', 'r4', 'r5'].map((name) => [name, { model: 'NL-CPE5' }]),
);

/** Disconnects a device several times, with a pause after each disconnection and each return. */
async function disconnect(site: AlarmSite, name: string, times: number, pauseMs: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    await site.down(name);
    await site.wait(pauseMs);
    await site.up(name);
    await site.wait(pauseMs);
  }
}

/** Devices that disconnect repeatedly, or one after another within seconds. */
export const DISCONNECTION_SCENARIOS: readonly Scenario[] = [
  {
    title: 'raises one alarm for a device that disconnects 14 times in 4 min',
    play: (site) => disconnect(site, 'ap1', 14, 8_500),
    shows: ['device-flapping ap1 +0/14 ×14'],
  },
  {
    title: 'raises an alarm for each of three disconnections in 10 min',
    play: (site) => disconnect(site, 'ap1', 3, 60_000),
    shows: ['device-offline ap1 over', 'device-offline ap1 over', 'device-offline ap1 over'],
  },
  {
    title: 'resolves the alarm when the device stays online',
    play: async (site) => [await disconnect(site, 'ap1', 5, 20_000), await site.wait(21 * MINUTE_MS)],
    shows: ['device-flapping ap1 +0/5 ×5 over'],
  },
  {
    title: 'raises an own alarm for a device that stays offline after it flapped',
    play: async (site) => {
      await disconnect(site, 'ap1', 5, 20_000);
      await site.down('ap1');
      await site.wait(30 * MINUTE_MS);
    },
    shows: ['device-flapping ap1 +0/5 ×6 over', 'device-offline ap1'],
  },
  {
    title: 'names a flapping switch as the cause for the devices behind it',
    play: async (site) => {
      for (let count = 0; count < 6; count++) {
        await site.down('sw1', 'ap1', 'ap2');
        await site.wait(10_000);
        await site.up('sw1', 'ap1', 'ap2');
        await site.wait(10_000);
      }
      await site.down('sw1', 'ap1', 'ap2');
    },
    shows: ['device-flapping sw1 +3/15 ×7'],
  },
  {
    title: 'raises one site alarm for devices that leave within seconds, one of which returns shortly',
    plan: FIVE_ROOTS,
    play: async (site) => {
      for (const name of ['r1', 'r2', 'r3', 'r4', 'r5']) {
        await site.down(name);
        await site.wait(1_500);
      }
      for (const name of ['r1', 'r2', 'r3']) {
        await site.up(name);
        await site.down(name);
      }
    },
    shows: ['site-lost +5/8'],
  },
];
