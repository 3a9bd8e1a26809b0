import { MINUTE_MS } from '@northlight/runtime';
import type { AlarmSite } from './alarm-site.ts';
import type { SitePlan } from './site-plan.ts';
import type { Scenario } from './scenario.ts';

/** A farm whose barn, with an access point and a camera, is behind a bridge link. */
const FARM: SitePlan = {
  gw: { model: 'NL-GW5' },
  house: { model: 'NL-CPE5', on: 'gw', port: 'lan1' },
  barn: { model: 'NL-CPE5', on: 'house', port: 'bridge' },
  barnAp: { model: 'NL-AP6O', on: 'barn', port: 'eth0' },
  barnCam: { model: 'NL-IPC4B', on: 'barn', port: 'eth0' },
};
/** A base with two clients. */
const TWO_BARNS: SitePlan = {
  ...FARM,
  shed: { model: 'NL-CPE5', on: 'house', port: 'bridge' },
  shedAp: { model: 'NL-AP6O', on: 'shed', port: 'eth0' },
};
const BEHIND_BARN = ['barnAp', 'barnCam'];

const reportLink = (house: number, barn: number) => async (site: AlarmSite) => {
  await site.reportBridge('house', 'base', { barn: house });
  await site.reportBridge('barn', 'client', { house: barn });
};

const links: readonly Scenario[] = [
  {
    title: 'raises one alarm for a dead link, with the devices behind its client as consequences',
    play: (site) => site.down('barn', ...BEHIND_BARN),
    shows: ['device-offline barn +2/2'],
  },
  {
    title: 'raises one alarm for a dead link when the devices behind it are detected first',
    play: (site) => site.down(...BEHIND_BARN, 'barn'),
    shows: ['device-offline barn +2/2'],
  },
  {
    title: 'resolves the alarm when the link is up again',
    play: async (site) => [
      await site.down('barn', ...BEHIND_BARN),
      await site.wait(2 * MINUTE_MS),
      await site.up('barn', ...BEHIND_BARN),
    ],
    shows: ['device-offline barn +0/2 over'],
  },
  {
    title: 'raises one alarm for a base without power, with everything across the link as consequences',
    play: (site) => site.down('house', 'barn', ...BEHIND_BARN),
    shows: ['device-offline house +3/3'],
  },
  {
    title: 'raises one alarm for a lost gateway, with both bridges as consequences',
    play: (site) => site.down('gw', 'house', 'barn', ...BEHIND_BARN),
    shows: ['device-offline gw +4/4'],
  },
  {
    title: 'raises an alarm for a single access point behind a link',
    play: (site) => site.down('barnAp'),
    shows: ['device-offline barnAp'],
  },
  {
    title: 'raises an alarm for one of two clients',
    plan: TWO_BARNS,
    play: (site) => site.down('shed', 'shedAp'),
    shows: ['device-offline shed +1/1'],
  },
  {
    title: 'raises an alarm for each of two clients',
    plan: TWO_BARNS,
    play: (site) => site.down('shed', 'shedAp', 'barn', ...BEHIND_BARN),
    shows: ['device-offline barn +2/2', 'device-offline shed +1/1'],
  },
  {
    title: 'raises one alarm for the base of two clients',
    plan: TWO_BARNS,
    play: (site) => site.down('shed', 'shedAp', 'barn', ...BEHIND_BARN, 'house'),
    shows: ['device-offline house +5/5'],
  },
  {
    title: 'raises an alarm for each interruption of a link',
    play: async (site) => {
      for (let count = 0; count < 2; count++) {
        await site.down('barn', ...BEHIND_BARN);
        await site.wait(6 * MINUTE_MS);
        await site.up('barn', ...BEHIND_BARN);
        await site.wait(6 * MINUTE_MS);
      }
    },
    shows: ['device-offline barn +0/2 over', 'device-offline barn +0/2 over'],
  },
  {
    title: 'raises nothing while a base restarts by command',
    play: async (site) => {
      await site.command('restart', 'house');
      await site.down('house', 'barn', ...BEHIND_BARN);
      await site.wait(MINUTE_MS);
      await site.comeUpAfterRestart('house');
      await site.up('barn', ...BEHIND_BARN);
      await site.wait(10 * MINUTE_MS);
    },
    shows: [],
  },
  {
    title: 'raises nothing for the cable behind a client, which is not its uplink',
    play: async (site) => [
      await site.event('barn', 'port-down', { port: 'eth0' }),
      await site.wait(MINUTE_MS),
    ],
    shows: [],
  },
  {
    title: 'raises an alarm for the cable of a base that stays online',
    play: async (site) => [
      await site.event('house', 'port-down', { port: 'eth0' }),
      await site.wait(MINUTE_MS),
    ],
    shows: ['uplink-down house eth0'],
  },
];

const signals: readonly Scenario[] = [
  {
    title: 'raises an alarm for a link that is weak at its client',
    play: (site) => site.repeat(4, reportLink(-60, -78)),
    shows: ['bridge-link-weak barn'],
  },
  {
    title: 'raises an alarm for a link that is weak at its base',
    play: (site) => site.repeat(4, reportLink(-78, -60)),
    shows: ['bridge-link-weak barn'],
  },
  {
    title: 'raises nothing for a shower that weakens a link for 1 min',
    play: async (site) => [
      await site.repeat(1, reportLink(-79, -79)),
      await site.repeat(3, reportLink(-60, -60)),
    ],
    shows: [],
  },
  {
    title: 'resolves a weak link after the antennas are aligned',
    play: async (site) => [
      await site.repeat(4, reportLink(-79, -80)),
      await site.repeat(2, reportLink(-58, -59)),
    ],
    shows: ['bridge-link-weak barn over'],
  },
  {
    title: 'replaces the alarm of a weak link when the link dies',
    play: async (site) => {
      await site.repeat(4, reportLink(-81, -81));
      await site.down('barn', ...BEHIND_BARN);
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['bridge-link-weak barn over', 'device-offline barn +2/2'],
  },
];

/** Failures of sites with bridge links. */
export const BRIDGE_SCENARIOS: readonly Scenario[] = [...links, ...signals].map((scenario) => ({
  plan: FARM,
  ...scenario,
}));
