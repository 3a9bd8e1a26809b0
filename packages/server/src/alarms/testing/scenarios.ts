import { MINUTE_MS } from '@northlight/runtime';
import type { SitePlan } from './site-plan.ts';
import { ALL_DEVICES, BEHIND_CORE, type Scenario } from './scenario.ts';
import { DISCONNECTION_SCENARIOS } from './disconnection-scenarios.ts';
import { UPLINK_SCENARIOS } from './uplink-scenarios.ts';

/** A site with two root devices, and an access point behind one of them. */
const TWO_ROOTS: SitePlan = {
  sw: { model: 'NL-SW8P' },
  bridge: { model: 'NL-CPE5' },
  ap: { model: 'NL-AP6C', on: 'sw', port: 'p1' },
};

const power: readonly Scenario[] = [
  {
    title: 'raises a site alarm when all root devices are lost at once',
    plan: TWO_ROOTS,
    play: (site) => site.down('sw', 'bridge', 'ap'),
    shows: ['site-lost +3/3'],
  },
  {
    title:
      'raises a site alarm when the root devices are lost within fifty seconds, after the device behind them',
    plan: TWO_ROOTS,
    play: async (site) => {
      for (const name of ['ap', 'bridge']) await site.down(name);
      await site.wait(50_000);
      await site.down('sw');
    },
    shows: ['site-lost +3/3'],
  },
  {
    title: 'raises no site alarm for root devices lost 2 min apart',
    plan: TWO_ROOTS,
    play: async (site) => [
      await site.down('bridge'),
      await site.wait(2 * MINUTE_MS),
      await site.down('sw', 'ap'),
    ],
    shows: ['device-offline bridge', 'device-offline sw +1/1'],
  },
  {
    title: 'raises no site alarm while one root device is online',
    plan: TWO_ROOTS,
    play: (site) => site.down('sw', 'ap'),
    shows: ['device-offline sw +1/1'],
  },
  {
    title: 'resolves the site alarm when all devices reconnect',
    plan: TWO_ROOTS,
    play: async (site) => [await site.down('sw', 'bridge', 'ap'), await site.up('sw', 'bridge', 'ap')],
    shows: ['site-lost +0/3 over'],
  },
  {
    title: 'raises a device alarm for the bridge that stays offline after the site recovers',
    plan: TWO_ROOTS,
    play: async (site) => {
      await site.down('sw', 'bridge', 'ap');
      await site.up('sw', 'ap');
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['device-offline bridge', 'site-lost +0/2 over'],
  },
  {
    title: 'raises two alarms for a site that is lost twice',
    plan: TWO_ROOTS,
    play: async (site) => {
      await site.down('sw', 'bridge', 'ap');
      await site.up('sw', 'bridge', 'ap');
      await site.wait(20 * MINUTE_MS);
      await site.down('sw', 'bridge');
    },
    shows: ['site-lost +0/3 over', 'site-lost +2/2'],
  },
  {
    title: 'ignores devices that never connected',
    plan: { ...TWO_ROOTS, spare: { model: 'NL-NVR16', neverOnline: true } },
    play: (site) => site.down('sw', 'bridge'),
    shows: ['site-lost +2/2'],
  },
  {
    title: 'names the gateway as the cause when everything behind it is lost',
    play: (site) => site.down(...ALL_DEVICES),
    shows: ['device-offline gw +7/7'],
  },
];

const poe: readonly Scenario[] = [
  {
    title: 'names the PoE budget as the cause of lost access points',
    play: async (site) => [
      await site.event('sw1', 'poe-budget', { watts: 130 }),
      await site.down('ap1', 'ap2'),
    ],
    shows: ['poe-budget sw1 +2/2'],
  },
  {
    title: 'names the PoE budget reported after the access point was lost',
    play: async (site) => [
      await site.down('ap1'),
      await site.wait(MINUTE_MS),
      await site.event('sw1', 'poe-budget'),
    ],
    shows: ['poe-budget sw1 +1/1'],
  },
  {
    title: 'limits a PoE alarm of a port to the device on that port',
    play: async (site) => [
      await site.event('sw1', 'poe-budget', { port: 'p1' }),
      await site.down('ap1', 'ap2'),
    ],
    shows: ['device-offline ap2', 'poe-budget sw1 p1 +1/1'],
  },
  {
    title: 'ignores a PoE budget alarm of 1 h ago',
    play: async (site) => [
      await site.event('sw1', 'poe-budget'),
      await site.wait(60 * MINUTE_MS),
      await site.down('ap1'),
    ],
    shows: ['device-offline ap1', 'poe-budget sw1'],
  },
  {
    title: 'resolves the PoE alarm when the switch clears it',
    play: async (site) => {
      await site.event('sw1', 'poe-budget');
      await site.down('ap1');
      await site.event('sw1', 'poe-budget', { cleared: true });
      await site.up('ap1');
    },
    shows: ['poe-budget sw1 +0/1 over'],
  },
  {
    title: 'raises one alarm for five PoE reports',
    play: async (site) => {
      for (let count = 0; count < 5; count++) await site.event('sw1', 'poe-overload');
    },
    shows: ['poe-budget sw1'],
  },
  {
    title: 'names a PoE fault as the cause of everything behind the port',
    play: async (site) => [
      await site.event('core', 'poe-fault', { port: 'p1' }),
      await site.down('sw1', 'ap1', 'ap2'),
    ],
    shows: ['poe-fault core p1 +3/3'],
  },
];

const single: readonly Scenario[] = [
  {
    title: 'raises an alarm for a single access point',
    play: (site) => site.down('ap1'),
    shows: ['device-offline ap1'],
  },
  {
    title: 'raises one alarm for each disconnection',
    play: async (site) => [await site.down('ap1'), await site.up('ap1'), await site.down('ap1')],
    shows: ['device-offline ap1', 'device-offline ap1 over'],
  },
  {
    title: 'gives device events no cause and no consequences',
    play: async (site) => [
      await site.event('ap1', 'radar', { text: 'Radar on channel 100' }),
      await site.down('sw1'),
    ],
    shows: ['device-event ap1', 'device-offline sw1'],
  },
  {
    title: 'raises no second alarm for a repeated event',
    play: async (site) => {
      for (let count = 0; count < 3; count++) await site.event('ap1', 'radar', {}, { eid: 'same' });
    },
    shows: ['device-event ap1'],
  },
];

const flapping: readonly Scenario[] = [
  {
    title: 'raises one alarm with a count for a port that flaps fifty times',
    play: (site) => site.flapPort('sw1', 'p5', 50),
    shows: ['port-flapping sw1 p5 ×50'],
  },
  {
    title: 'ignores five changes',
    play: (site) => site.flapPort('sw1', 'p5', 5),
    shows: [],
  },
  {
    title: 'ignores six changes over 1 h',
    play: (site) => site.flapPort('sw1', 'p5', 6, 10 * MINUTE_MS),
    shows: [],
  },
  {
    title: 'resolves flapping when the port is quiet',
    play: async (site) => [await site.flapPort('sw1', 'p5', 8), await site.wait(15 * MINUTE_MS)],
    shows: ['port-flapping sw1 p5 ×8 over'],
  },
  {
    title: 'raises one alarm for each flapping port',
    play: async (site) => [
      await site.flapPort('sw1', 'p5', 6, 1_000),
      await site.flapPort('sw1', 'p6', 7, 1_000),
    ],
    shows: ['port-flapping sw1 p5 ×6', 'port-flapping sw1 p6 ×7'],
  },
  {
    title: 'names a flapping port as the cause for the device on it',
    play: async (site) => [await site.flapPort('sw1', 'p1', 6), await site.down('ap1')],
    shows: ['port-flapping sw1 p1 +1/1 ×6'],
  },
];

const ports: readonly Scenario[] = [
  {
    title: 'raises an alarm for an uplink port without link while the device is online',
    play: async (site) => [await site.event('gw', 'port-down', { port: 'wan1' }), await site.wait(MINUTE_MS)],
    shows: ['uplink-down gw wan1'],
  },
  {
    title: 'resolves the uplink alarm when the link returns',
    play: async (site) => {
      await site.event('gw', 'port-down', { port: 'wan1' });
      await site.wait(MINUTE_MS);
      await site.event('gw', 'port-up', { port: 'wan1' });
    },
    shows: ['uplink-down gw wan1 over'],
  },
  {
    title: 'ignores a short uplink loss and a client port',
    play: async (site) => {
      await site.event('gw', 'port-down', { port: 'wan1' });
      await site.event('gw', 'port-up', { port: 'wan1' });
      await site.event('sw1', 'port-down', { port: 'p5' });
      await site.wait(MINUTE_MS);
    },
    shows: [],
  },
];

const planned: readonly Scenario[] = [
  {
    title: 'raises nothing during a restart of a switch',
    play: async (site) => {
      await site.command('restart', 'sw1');
      await site.down('sw1', 'ap1', 'ap2');
      await site.wait(MINUTE_MS);
      await site.comeUpAfterRestart('sw1');
      await site.up('ap1', 'ap2');
      await site.wait(10 * MINUTE_MS);
    },
    shows: [],
  },
  {
    title: 'raises an alarm with consequences when a restart exceeds its deadline',
    play: async (site) => {
      await site.command('restart', 'sw1');
      await site.down('sw1', 'ap1', 'ap2');
      await site.wait(5 * MINUTE_MS);
    },
    shows: ['device-offline sw1 +2/2'],
  },
  {
    title: 'raises an alarm for an access point that stays offline after a restart',
    play: async (site) => {
      await site.command('restart', 'sw1');
      await site.down('sw1', 'ap1', 'ap2');
      await site.comeUpAfterRestart('sw1');
      await site.up('ap2');
      await site.wait(6 * MINUTE_MS);
    },
    shows: ['device-offline ap1'],
  },
  {
    title: 'raises nothing behind a core switch that is reset',
    play: async (site) => {
      await site.command('reset', 'core');
      await site.down('core', ...BEHIND_CORE);
      await site.wait(3 * MINUTE_MS);
    },
    shows: [],
  },
  {
    title: 'raises nothing during a PoE restart',
    play: async (site) => {
      const [cid = ''] = await site.command('poe-restart', 'sw1');
      await site.down('ap1', 'ap2');
      await site.answerCommand('sw1', cid, 'done');
      await site.wait(MINUTE_MS);
      await site.up('ap1', 'ap2');
      await site.wait(5 * MINUTE_MS);
    },
    shows: [],
  },
  {
    title: 'raises nothing while a configuration interrupts the site',
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
    title: 'raises an alarm for a switch elsewhere during a restart',
    play: async (site) => [await site.command('restart', 'sw1'), await site.down('sw1', 'sw2')],
    shows: ['device-offline sw2'],
  },
];

export const SCENARIOS: readonly Scenario[] = [
  ...UPLINK_SCENARIOS,
  ...DISCONNECTION_SCENARIOS,
  ...power,
  ...poe,
  ...single,
  ...flapping,
  ...ports,
  ...planned,
];
