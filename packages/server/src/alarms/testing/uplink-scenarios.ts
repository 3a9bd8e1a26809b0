import { MINUTE_MS } from '@northlight/runtime';
import type { SitePlan } from './site-plan.ts';
import { ALL_DEVICES, BEHIND_CORE, type Scenario } from './scenario.ts';

/** A site whose devices report no uplink; the uplink devices report them as neighbours. */
const FOUND_BY_NEIGHBOURS: SitePlan = {
  gw: { model: 'NL-GW5' },
  sw1: { model: 'NL-SW8P', on: 'gw', port: 'lan1', foundByNeighbour: true },
  ap1: { model: 'NL-AP6C', on: 'sw1', port: 'p1', foundByNeighbour: true },
  ap2: { model: 'NL-AP6C', on: 'sw1', port: 'p2', foundByNeighbour: true },
};
const LOOP: SitePlan = {
  a: { model: 'NL-SW8P', on: 'b', port: 'p1' },
  b: { model: 'NL-SW8P', on: 'a', port: 'p1' },
  gw: { model: 'NL-GW5' },
};

/** Devices that are offline because of a device above them. */
export const UPLINK_SCENARIOS: readonly Scenario[] = [
  {
    title: 'groups two access points under their switch',
    play: (site) => site.down('sw1', 'ap1', 'ap2'),
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'groups access points detected before their switch',
    play: (site) => site.down('ap2', 'ap1', 'sw1'),
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'groups an access point detected 4 min before its switch',
    play: async (site) => [
      await site.down('ap1'),
      await site.wait(4 * MINUTE_MS),
      await site.down('sw1', 'ap2'),
    ],
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'keeps an access point apart that was lost 10 min before its switch',
    play: async (site) => [
      await site.down('ap1'),
      await site.wait(10 * MINUTE_MS),
      await site.down('sw1', 'ap2'),
    ],
    shows: ['device-offline ap1', 'device-offline sw1 +1/1'],
  },
  {
    title: 'groups access points detected 30 min after their switch',
    play: async (site) => [
      await site.down('sw1'),
      await site.wait(30 * MINUTE_MS),
      await site.down('ap1', 'ap2'),
    ],
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'groups everything behind the core switch, in any order',
    play: (site) => site.down('cam', 'sw2', 'ap1', 'core', 'sw1', 'ap3', 'ap2'),
    shows: ['device-offline core +6/6'],
  },
  {
    title: 'groups everything behind the gateway as keepalives expire',
    play: async (site) => {
      await site.down('gw');
      for (const name of ['core', ...BEHIND_CORE]) await site.down(name);
    },
    shows: ['device-offline gw +7/7'],
  },
  {
    title: 'groups everything when the gateway is detected last',
    play: (site) => site.down(...ALL_DEVICES.toReversed()),
    shows: ['device-offline gw +7/7'],
  },
  {
    title: 'resolves a switch that reconnects with all its devices',
    play: async (site) => [await site.down('sw1', 'ap1', 'ap2'), await site.up('sw1', 'ap1', 'ap2')],
    shows: ['device-offline sw1 +0/2 over'],
  },
  {
    title: 'resolves a switch whose devices reconnect a minute later',
    play: async (site) => {
      await site.down('sw1', 'ap1', 'ap2');
      await site.up('sw1');
      await site.wait(MINUTE_MS);
      await site.up('ap1', 'ap2');
    },
    shows: ['device-offline sw1 +0/2 over'],
  },
  {
    title: 'keeps a missing access point as a consequence for the grace time',
    play: async (site) => [
      await site.down('sw1', 'ap1', 'ap2'),
      await site.up('sw1', 'ap1'),
      await site.wait(MINUTE_MS),
    ],
    shows: ['device-offline sw1 +1/2 over'],
  },
  {
    title: 'raises an own alarm for a missing access point after the grace time',
    play: async (site) => {
      await site.down('sw1', 'ap1', 'ap2');
      await site.up('sw1', 'ap1');
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['device-offline ap2', 'device-offline sw1 +0/1 over'],
  },
  {
    title: 'makes a switch that stays offline the cause for its access points',
    play: async (site) => {
      await site.down('core', ...BEHIND_CORE);
      await site.up('core', 'sw2', 'ap3', 'cam');
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['device-offline core +0/3 over', 'device-offline sw1 +2/2'],
  },
  {
    title: 'raises one alarm for each of two separate switches',
    play: (site) => site.down('sw1', 'ap1', 'ap2', 'sw2', 'ap3', 'cam'),
    shows: ['device-offline sw1 +2/2', 'device-offline sw2 +2/2'],
  },
  {
    title: 'groups a switch under a core switch that is offline already',
    play: async (site) => [
      await site.down('core'),
      await site.wait(2 * MINUTE_MS),
      await site.down('sw1', 'ap1'),
    ],
    shows: ['device-offline core +2/2'],
  },
  {
    title: 'groups an access point detected after its switch has reconnected',
    play: async (site) => [
      await site.down('sw1'),
      await site.up('sw1'),
      await site.down('ap1'),
      await site.up('ap1'),
    ],
    shows: ['device-offline sw1 +0/1 over'],
  },
  {
    title: 'groups by neighbour reports alone',
    plan: FOUND_BY_NEIGHBOURS,
    play: (site) => site.down('ap1', 'ap2', 'sw1'),
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'groups by neighbour reports up to the gateway',
    plan: FOUND_BY_NEIGHBOURS,
    play: (site) => site.down('ap1', 'sw1', 'gw', 'ap2'),
    shows: ['device-offline gw +3/3'],
  },
  {
    title: 'handles devices that name each other as their uplink',
    plan: LOOP,
    play: (site) => site.down('a', 'b'),
    shows: ['device-offline a', 'device-offline b'],
  },
];
