import { MINUTE_MS } from '@northlight/runtime';
import type { SitePlan } from './site-plan.ts';
import type { Scenario } from './scenario.ts';

/** A wireless router as the gateway, with a switch and an access point. */
const OFFICE: SitePlan = {
  router: { model: 'NL-WR3' },
  sw: { model: 'NL-SW8P', on: 'router', port: 'lan1' },
  ap: { model: 'NL-AP6C', on: 'sw', port: 'p1' },
};
/** A wireless router as an access point behind a gateway. */
const BEHIND_GATEWAY: SitePlan = {
  gw: { model: 'NL-GW5' },
  router: { model: 'NL-WR3', on: 'gw', port: 'lan1' },
  ap: { model: 'NL-AP6C', on: 'router', port: 'lan1' },
};

const gateways: readonly Scenario[] = [
  {
    title: 'raises one alarm for a lost wireless router that is the gateway',
    play: (site) => site.down('ap', 'sw', 'router'),
    shows: ['device-offline router +2/2'],
  },
  {
    title: 'raises an alarm for the WAN port of a wireless router',
    play: async (site) => [
      await site.event('router', 'port-down', { port: 'wan1' }),
      await site.wait(MINUTE_MS),
    ],
    shows: ['uplink-down router wan1'],
  },
  {
    title: 'raises nothing for a LAN port of a wireless router',
    play: async (site) => [
      await site.event('router', 'port-down', { port: 'lan2' }),
      await site.wait(MINUTE_MS),
    ],
    shows: [],
  },
  {
    title: 'raises and resolves an alarm for the full DHCP pool of a wireless router',
    play: async (site) => [
      await site.repeat(3, () => site.reportPool('router', 1, 100, 100)),
      await site.repeat(2, () => site.reportPool('router', 1, 40, 100)),
    ],
    shows: ['dhcp-pool-high router over'],
  },
];

const accessPoints: readonly Scenario[] = [
  {
    title: 'raises one alarm for a lost wireless router that is an access point, with the device behind it',
    play: (site) => site.down('router', 'ap'),
    shows: ['device-offline router +1/1'],
  },
  {
    title: 'groups a wireless router that is an access point under its gateway',
    play: (site) => site.down('gw', 'router', 'ap'),
    shows: ['device-offline gw +2/2'],
  },
];

/** Failures of sites with a wireless router. */
export const ROUTER_SCENARIOS: readonly Scenario[] = [
  ...gateways.map((scenario) => ({ plan: OFFICE, ...scenario })),
  ...accessPoints.map((scenario) => ({ plan: BEHIND_GATEWAY, ...scenario })),
];
