import { MINUTE_MS } from '@northlight/runtime';
import type { AlarmSite } from './alarm-site.ts';
import type { SitePlan } from './site-plan.ts';
import type { Scenario } from './scenario.ts';

/** A primary node, two nodes below it, one node below the kitchen, and an access point on a cable of the study. */
const HOUSE: SitePlan = {
  hall: { model: 'NL-MESHP' },
  kitchen: { model: 'NL-MESHS', on: 'hall', port: 'mesh' },
  study: { model: 'NL-MESHS', on: 'hall', port: 'mesh' },
  attic: { model: 'NL-MESHS', on: 'kitchen', port: 'mesh' },
  balcony: { model: 'NL-AP6O', on: 'study', port: 'lan1' },
};
const SECONDARIES = ['kitchen', 'study', 'attic', 'balcony'];

const reportKitchen = (signalDbm: number) => (site: AlarmSite) =>
  site.reportBackhaul('kitchen', 'hall', signalDbm);

const lost: readonly Scenario[] = [
  {
    title: 'raises one alarm for a lost primary node, with every other device as a consequence',
    play: (site) => site.down('hall', ...SECONDARIES),
    shows: ['device-offline hall +4/4'],
  },
  {
    title: 'raises one alarm for a lost primary node that is detected last',
    play: (site) => site.down('balcony', 'attic', 'study', 'kitchen', 'hall'),
    shows: ['device-offline hall +4/4'],
  },
  {
    title: 'resolves the alarm when the primary node returns with all nodes',
    play: async (site) => [
      await site.down('hall', ...SECONDARIES),
      await site.wait(3 * MINUTE_MS),
      await site.up('hall', ...SECONDARIES),
    ],
    shows: ['device-offline hall +0/4 over'],
  },
  {
    title: 'raises an own alarm for a node that does not return with the primary node',
    play: async (site) => {
      await site.down('hall', ...SECONDARIES);
      await site.up('hall', 'study', 'balcony', 'attic');
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['device-offline hall +0/3 over', 'device-offline kitchen'],
  },
  {
    title: 'groups the node below a lost node under it',
    play: (site) => site.down('attic', 'kitchen'),
    shows: ['device-offline kitchen +1/1'],
  },
  {
    title: 'raises an alarm for the last node of a chain alone',
    play: (site) => site.down('attic'),
    shows: ['device-offline attic'],
  },
  {
    title: 'raises an alarm for a lost node alone when the node below it has found another parent',
    play: async (site) => {
      await site.down('kitchen', 'attic');
      await site.up('attic');
      await site.reportBackhaul('attic', 'hall', -66);
    },
    shows: ['device-offline kitchen +0/1'],
  },
  {
    title: 'raises an alarm for each of two branches',
    play: (site) => site.down('study', 'balcony', 'kitchen', 'attic'),
    shows: ['device-offline kitchen +1/1', 'device-offline study +1/1'],
  },
  {
    title: 'groups a wired access point under its mesh node',
    play: (site) => site.down('balcony', 'study'),
    shows: ['device-offline study +1/1'],
  },
  {
    title: 'raises nothing while a node restarts by command',
    play: async (site) => {
      await site.command('restart', 'kitchen');
      await site.down('kitchen', 'attic');
      await site.wait(MINUTE_MS);
      await site.comeUpAfterRestart('kitchen');
      await site.up('attic');
      await site.wait(10 * MINUTE_MS);
    },
    shows: [],
  },
];

const backhauls: readonly Scenario[] = [
  {
    title: 'raises an alarm for a backhaul that is weak for 2 min',
    play: (site) => site.repeat(4, reportKitchen(-78)),
    shows: ['backhaul-weak kitchen'],
  },
  {
    title: 'raises nothing for a backhaul that is weak for 1 min',
    play: async (site) => [
      await site.repeat(1, reportKitchen(-80)),
      await site.repeat(3, reportKitchen(-60)),
    ],
    shows: [],
  },
  {
    title: 'raises nothing for a backhaul just above the threshold',
    play: (site) => site.repeat(5, reportKitchen(-74)),
    shows: [],
  },
  {
    title: 'resolves a weak backhaul when the node has been moved closer',
    play: async (site) => [
      await site.repeat(4, reportKitchen(-82)),
      await site.repeat(2, reportKitchen(-58)),
    ],
    shows: ['backhaul-weak kitchen over'],
  },
  {
    title: 'raises an alarm for each of two weak backhauls',
    play: (site) =>
      site.repeat(4, async () => {
        await site.reportBackhaul('kitchen', 'hall', -79);
        await site.reportBackhaul('attic', 'kitchen', -81);
      }),
    shows: ['backhaul-weak attic', 'backhaul-weak kitchen'],
  },
  {
    title: 'replaces the alarm of a weak backhaul when the node is lost',
    play: async (site) => {
      await site.repeat(4, reportKitchen(-84));
      await site.down('kitchen', 'attic');
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['backhaul-weak kitchen over', 'device-offline kitchen +1/1'],
  },
  {
    title: 'raises one alarm with a count for a node that changes its parent repeatedly',
    play: (site) => site.changeParents('attic', ['hall', 'kitchen'], 5),
    shows: ['backhaul-flapping attic ×5'],
  },
  {
    title: 'raises nothing for a node that changes its parent twice',
    play: (site) => site.changeParents('attic', ['hall', 'kitchen'], 2),
    shows: [],
  },
  {
    title: 'raises an alarm for a node that is lost after it changed its parent repeatedly',
    play: async (site) => [
      await site.changeParents('attic', ['hall', 'kitchen'], 4),
      await site.down('attic'),
    ],
    shows: ['backhaul-flapping attic ×4', 'device-offline attic'],
  },
  {
    title: 'raises an alarm for a primary node whose WAN port has no link',
    play: async (site) => [
      await site.event('hall', 'port-down', { port: 'wan1' }),
      await site.wait(MINUTE_MS),
    ],
    shows: ['uplink-down hall wan1'],
  },
  {
    title: 'raises an alarm for the full DHCP pool of a primary node',
    play: (site) => site.repeat(3, () => site.reportPool('hall', 1, 99, 100)),
    shows: ['dhcp-pool-high hall'],
  },
];

/** Failures of mesh projects. */
export const MESH_SCENARIOS: readonly Scenario[] = [...lost, ...backhauls].map((scenario) => ({
  plan: HOUSE,
  ...scenario,
}));
