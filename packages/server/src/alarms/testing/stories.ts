import { MINUTE_MS } from '@northlight/runtime';
import type { SitePlan } from './alarm-site.ts';
import { all, below, type Story } from './story.ts';
import { uplink } from './uplink-stories.ts';

/** Two devices that hang on the internet themselves, and what is behind one. */
const TWO_TOPS: SitePlan = {
  sw: { model: 'NL-SW8P' },
  bridge: { model: 'NL-CPE5' },
  ap: { model: 'NL-AP6C', on: 'sw', port: 'p1' },
};

const power: readonly Story[] = [
  {
    title: 'all that hangs on the internet is lost at once',
    plan: TWO_TOPS,
    play: (site) => site.down('sw', 'bridge', 'ap'),
    shows: ['site-lost +3/3'],
  },
  {
    title: 'within fifty seconds, what is behind them first',
    plan: TWO_TOPS,
    play: async (site) => {
      for (const name of ['ap', 'bridge']) await site.down(name);
      await site.wait(50_000);
      await site.down('sw');
    },
    shows: ['site-lost +3/3'],
  },
  {
    title: 'two minutes between them is no loss of the site',
    plan: TWO_TOPS,
    play: async (site) => [
      await site.down('bridge'),
      await site.wait(2 * MINUTE_MS),
      await site.down('sw', 'ap'),
    ],
    shows: ['device-offline bridge', 'device-offline sw +1/1'],
  },
  {
    title: 'one that is left means that the site is there',
    plan: TWO_TOPS,
    play: (site) => site.down('sw', 'ap'),
    shows: ['device-offline sw +1/1'],
  },
  {
    title: 'the site comes back whole',
    plan: TWO_TOPS,
    play: async (site) => [await site.down('sw', 'bridge', 'ap'), await site.up('sw', 'bridge', 'ap')],
    shows: ['site-lost +0/3 over'],
  },
  {
    title: 'the site comes back without its bridge',
    plan: TWO_TOPS,
    play: async (site) => {
      await site.down('sw', 'bridge', 'ap');
      await site.up('sw', 'ap');
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['device-offline bridge', 'site-lost +0/2 over'],
  },
  {
    title: 'a site that is lost twice is two',
    plan: TWO_TOPS,
    play: async (site) => {
      await site.down('sw', 'bridge', 'ap');
      await site.up('sw', 'bridge', 'ap');
      await site.wait(20 * MINUTE_MS);
      await site.down('sw', 'bridge');
    },
    shows: ['site-lost +0/3 over', 'site-lost +2/2'],
  },
  {
    title: 'one that has never spoken says nothing about the site',
    plan: { ...TWO_TOPS, spare: { model: 'NL-NVR16', waits: true } },
    play: (site) => site.down('sw', 'bridge'),
    shows: ['site-lost +2/2'],
  },
  {
    title: 'the power of the whole house, with one gateway: that is the gateway',
    play: (site) => site.down(...all),
    shows: ['device-offline gw +7/7'],
  },
];

const poe: readonly Story[] = [
  {
    title: 'too little power, and the access points that it cost',
    play: async (site) => [
      await site.event('sw1', 'poe-budget', { watts: 130 }),
      await site.down('ap1', 'ap2'),
    ],
    shows: ['poe-budget sw1 +2/2'],
  },
  {
    title: 'the access point is noticed before the switch says why',
    play: async (site) => [
      await site.down('ap1'),
      await site.wait(MINUTE_MS),
      await site.event('sw1', 'poe-budget'),
    ],
    shows: ['poe-budget sw1 +1/1'],
  },
  {
    title: 'too little power on one port: only what hangs there',
    play: async (site) => [
      await site.event('sw1', 'poe-budget', { port: 'p1' }),
      await site.down('ap1', 'ap2'),
    ],
    shows: ['device-offline ap2', 'poe-budget sw1 p1 +1/1'],
  },
  {
    title: 'an access point that is lost an hour later is its own',
    play: async (site) => [
      await site.event('sw1', 'poe-budget'),
      await site.wait(60 * MINUTE_MS),
      await site.down('ap1'),
    ],
    shows: ['device-offline ap1', 'poe-budget sw1'],
  },
  {
    title: 'the power is enough again',
    play: async (site) => {
      await site.event('sw1', 'poe-budget');
      await site.down('ap1');
      await site.event('sw1', 'poe-budget', { cleared: true });
      await site.up('ap1');
    },
    shows: ['poe-budget sw1 +0/1 over'],
  },
  {
    title: 'told five times it is one',
    play: async (site) => {
      for (let count = 0; count < 5; count++) await site.event('sw1', 'poe-overload');
    },
    shows: ['poe-budget sw1'],
  },
  {
    title: 'a port without power, and all that is behind it',
    play: async (site) => [
      await site.event('core', 'poe-fault', { port: 'p1' }),
      await site.down('sw1', 'ap1', 'ap2'),
    ],
    shows: ['poe-fault core p1 +3/3'],
  },
];

const single: readonly Story[] = [
  { title: 'an access point alone', play: (site) => site.down('ap1'), shows: ['device-offline ap1'] },
  {
    title: 'an access point that comes and goes is one each time, and the last is open',
    play: async (site) => [await site.down('ap1'), await site.up('ap1'), await site.down('ap1')],
    shows: ['device-offline ap1', 'device-offline ap1 over'],
  },
  {
    title: 'what a device reports by itself stands for itself',
    play: async (site) => [
      await site.event('ap1', 'radar', { text: 'Radar on channel 100' }),
      await site.down('sw1'),
    ],
    shows: ['device-event ap1', 'device-offline sw1'],
  },
  {
    title: 'the same event again is no other alarm',
    play: async (site) => {
      for (let count = 0; count < 3; count++) await site.event('ap1', 'radar', {}, { eid: 'same' });
    },
    shows: ['device-event ap1'],
  },
];

const flapping: readonly Story[] = [
  {
    title: 'a port that goes up and down fifty times is one with a count',
    play: (site) => site.flaps('sw1', 'p5', 50),
    shows: ['port-flapping sw1 p5 ×50'],
  },
  {
    title: 'five changes are none',
    play: (site) => site.flaps('sw1', 'p5', 5),
    shows: [],
  },
  {
    title: 'six changes over an hour are none',
    play: (site) => site.flaps('sw1', 'p5', 6, 10 * MINUTE_MS),
    shows: [],
  },
  {
    title: 'it ends when the port is quiet',
    play: async (site) => [await site.flaps('sw1', 'p5', 8), await site.wait(15 * MINUTE_MS)],
    shows: ['port-flapping sw1 p5 ×8 over'],
  },
  {
    title: 'two ports are two',
    play: async (site) => [await site.flaps('sw1', 'p5', 6, 1_000), await site.flaps('sw1', 'p6', 7, 1_000)],
    shows: ['port-flapping sw1 p5 ×6', 'port-flapping sw1 p6 ×7'],
  },
  {
    title: 'what hangs on the port is behind it',
    play: async (site) => [await site.flaps('sw1', 'p1', 6), await site.down('ap1')],
    shows: ['port-flapping sw1 p1 +1/1 ×6'],
  },
];

const ports: readonly Story[] = [
  {
    title: 'a port that leads up loses its link while the device is reached by another way',
    play: async (site) => [await site.event('gw', 'port-down', { port: 'wan1' }), await site.wait(MINUTE_MS)],
    shows: ['uplink-down gw wan1'],
  },
  {
    title: 'a port that leads up has its link again',
    play: async (site) => {
      await site.event('gw', 'port-down', { port: 'wan1' });
      await site.wait(MINUTE_MS);
      await site.event('gw', 'port-up', { port: 'wan1' });
    },
    shows: ['uplink-down gw wan1 over'],
  },
  {
    title: 'a port that leads up for a moment only, or a port of a client, is none',
    play: async (site) => {
      await site.event('gw', 'port-down', { port: 'wan1' });
      await site.event('gw', 'port-up', { port: 'wan1' });
      await site.event('sw1', 'port-down', { port: 'p5' });
      await site.wait(MINUTE_MS);
    },
    shows: [],
  },
];

const planned: readonly Story[] = [
  {
    title: 'a restart of a switch: neither it nor what is behind it',
    play: async (site) => {
      await site.command('restart', 'sw1');
      await site.down('sw1', 'ap1', 'ap2');
      await site.wait(MINUTE_MS);
      await site.back('sw1');
      await site.up('ap1', 'ap2');
      await site.wait(10 * MINUTE_MS);
    },
    shows: [],
  },
  {
    title: 'a restart that never comes back is an alarm when its time is over, with what is behind it',
    play: async (site) => {
      await site.command('restart', 'sw1');
      await site.down('sw1', 'ap1', 'ap2');
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'a restart after which an access point stays away',
    play: async (site) => {
      await site.command('restart', 'sw1');
      await site.down('sw1', 'ap1', 'ap2');
      await site.back('sw1');
      await site.up('ap2');
      await site.wait(6 * MINUTE_MS);
    },
    shows: ['device-offline ap1'],
  },
  {
    title: 'a reset of the core takes everything behind it along',
    play: async (site) => {
      await site.command('reset', 'core');
      await site.down('core', ...below);
      await site.wait(3 * MINUTE_MS);
    },
    shows: [],
  },
  {
    title: 'PoE switched off and on again',
    play: async (site) => {
      const [cid = ''] = await site.command('poe-restart', 'sw1');
      await site.down('ap1', 'ap2');
      await site.answered('sw1', cid, 'done');
      await site.wait(MINUTE_MS);
      await site.up('ap1', 'ap2');
      await site.wait(5 * MINUTE_MS);
    },
    shows: [],
  },
  {
    title: 'a configuration that cuts the site off for a moment',
    play: async (site) => {
      await site.configure(20);
      await site.down('gw', 'core', 'sw1');
      await site.wait(MINUTE_MS);
      await site.up('gw', 'core', 'sw1');
      await site.wait(10 * MINUTE_MS);
    },
    shows: [],
  },
  {
    title: 'a switch elsewhere is an alarm all the same',
    play: async (site) => [await site.command('restart', 'sw1'), await site.down('sw1', 'sw2')],
    shows: ['device-offline sw2'],
  },
];

export const STORIES: readonly Story[] = [
  ...uplink,
  ...power,
  ...poe,
  ...single,
  ...flapping,
  ...ports,
  ...planned,
];
