import { MINUTE_MS } from '@northlight/runtime';
import type { SitePlan } from './alarm-site.ts';
import { all, below, type Story } from './story.ts';

/** Nobody says what he hangs on; the switches hear who is plugged in. */
const HEARD: SitePlan = {
  gw: { model: 'NL-GW5' },
  sw1: { model: 'NL-SW8P', on: 'gw', port: 'lan1', heard: true },
  ap1: { model: 'NL-AP6C', on: 'sw1', port: 'p1', heard: true },
  ap2: { model: 'NL-AP6C', on: 'sw1', port: 'p2', heard: true },
};
const LOOP: SitePlan = {
  a: { model: 'NL-SW8P', on: 'b', port: 'p1' },
  b: { model: 'NL-SW8P', on: 'a', port: 'p1' },
  gw: { model: 'NL-GW5' },
};

/** Devices that cannot be reached because of what is above them. */
export const uplink: readonly Story[] = [
  {
    title: 'a switch with two access points behind it',
    play: (site) => site.down('sw1', 'ap1', 'ap2'),
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'what hangs on it is noticed first',
    play: (site) => site.down('ap2', 'ap1', 'sw1'),
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'what hangs on it is noticed four minutes before',
    play: async (site) => [
      await site.down('ap1'),
      await site.wait(4 * MINUTE_MS),
      await site.down('sw1', 'ap2'),
    ],
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'one that was lost ten minutes before is not its consequence',
    play: async (site) => [
      await site.down('ap1'),
      await site.wait(10 * MINUTE_MS),
      await site.down('sw1', 'ap2'),
    ],
    shows: ['device-offline ap1', 'device-offline sw1 +1/1'],
  },
  {
    title: 'what hangs on it is noticed half an hour later',
    play: async (site) => [
      await site.down('sw1'),
      await site.wait(30 * MINUTE_MS),
      await site.down('ap1', 'ap2'),
    ],
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'the core with everything behind it, in any order',
    play: (site) => site.down('cam', 'sw2', 'ap1', 'core', 'sw1', 'ap3', 'ap2'),
    shows: ['device-offline core +6/6'],
  },
  {
    title: 'the gateway, as all the others run into their keepalive',
    play: async (site) => {
      await site.down('gw');
      for (const name of ['core', ...below]) await site.down(name);
    },
    shows: ['device-offline gw +7/7'],
  },
  {
    title: 'the gateway last',
    play: (site) => site.down(...all.toReversed()),
    shows: ['device-offline gw +7/7'],
  },
  {
    title: 'a switch that comes back with all its devices',
    play: async (site) => [await site.down('sw1', 'ap1', 'ap2'), await site.up('sw1', 'ap1', 'ap2')],
    shows: ['device-offline sw1 +0/2 over'],
  },
  {
    title: 'a switch that comes back, its devices a minute later',
    play: async (site) => {
      await site.down('sw1', 'ap1', 'ap2');
      await site.up('sw1');
      await site.wait(MINUTE_MS);
      await site.up('ap1', 'ap2');
    },
    shows: ['device-offline sw1 +0/2 over'],
  },
  {
    title: 'a switch that comes back without one of its access points, at first',
    play: async (site) => [
      await site.down('sw1', 'ap1', 'ap2'),
      await site.up('sw1', 'ap1'),
      await site.wait(MINUTE_MS),
    ],
    shows: ['device-offline sw1 +1/2 over'],
  },
  {
    title: 'a switch that comes back without one of its access points, in the end',
    play: async (site) => {
      await site.down('sw1', 'ap1', 'ap2');
      await site.up('sw1', 'ap1');
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['device-offline ap2', 'device-offline sw1 +0/1 over'],
  },
  {
    title: 'the core comes back, a switch behind it does not: it takes its own over',
    play: async (site) => {
      await site.down('core', ...below);
      await site.up('core', 'sw2', 'ap3', 'cam');
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['device-offline core +0/3 over', 'device-offline sw1 +2/2'],
  },
  {
    title: 'two switches beside each other are two',
    play: (site) => site.down('sw1', 'ap1', 'ap2', 'sw2', 'ap3', 'cam'),
    shows: ['device-offline sw1 +2/2', 'device-offline sw2 +2/2'],
  },
  {
    title: 'a switch is lost while one above it is away already',
    play: async (site) => [
      await site.down('core'),
      await site.wait(2 * MINUTE_MS),
      await site.down('sw1', 'ap1'),
    ],
    shows: ['device-offline core +2/2'],
  },
  {
    title: 'a switch that goes for a moment: its access point is noticed when it is back',
    play: async (site) => [
      await site.down('sw1'),
      await site.up('sw1'),
      await site.down('ap1'),
      await site.up('ap1'),
    ],
    shows: ['device-offline sw1 +0/1 over'],
  },
  {
    title: 'what hangs on what is known from neighbours alone',
    plan: HEARD,
    play: (site) => site.down('ap1', 'ap2', 'sw1'),
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'neighbours up to the gateway',
    plan: HEARD,
    play: (site) => site.down('ap1', 'sw1', 'gw', 'ap2'),
    shows: ['device-offline gw +3/3'],
  },
  {
    title: 'devices that name each other as their uplink end nowhere',
    plan: LOOP,
    play: (site) => site.down('a', 'b'),
    shows: ['device-offline a', 'device-offline b'],
  },
];
