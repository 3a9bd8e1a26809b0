import { type Entropy, drawRandomInt } from '@northlight/runtime';
import { buildClientMac, buildMemory } from './state-parts.ts';
import { hasPoe, SWITCH_PORTS, SWITCH_UPLINK, type SwitchPorts } from './switch-ports.ts';

/** Power of a linked PoE port in whole watts, as the real client reports it. */
const POE_WATTS = 4;
const CORE_MAC = '02:4e:4c:ff:00:01';

/** Facts that determine the state of a switch. */
export interface SwitchFacts {
  readonly serial: string;
  readonly uptimeSeconds: number;
  readonly entropy: Entropy;
  readonly ports: SwitchPorts;
  /**
   * True after a configuration with `metrics` was applied; before that, the state has no neighbours and no
   * clients.
   */
  readonly hasMetrics: boolean;
}

/**
 * Builds the `state` document of a switch. It lists every port as upstream, and clients only in its
 * forwarding table.
 */
export function buildSwitchState(facts: SwitchFacts): object {
  const { entropy, hasMetrics, ports, serial, uptimeSeconds } = facts;
  const load = drawRandomInt(entropy, 2, 40);
  return {
    interfaces: [
      ...SWITCH_PORTS.map((name, index) => buildInterface(name, `/interfaces/${index}`, uptimeSeconds, [])),
      buildInterface('Vlan1', '/SVI/1', uptimeSeconds, ['192.168.1.30/24']),
    ],
    'link-state': {
      upstream: Object.fromEntries(SWITCH_PORTS.map((name) => [name, buildLink(name, uptimeSeconds, ports)])),
    },
    ...(hasMetrics && {
      'lldp-peers': {
        downstream: {},
        upstream: {
          [SWITCH_UPLINK]: [
            { capability: ['Bridge', 'Router'], description: '', mac: CORE_MAC, name: 'Core', port: 'p1' },
          ],
        },
      },
      'mac-forwarding-table': buildForwardingTable(serial),
    }),
    unit: {
      load: [load / 100, load / 120, load / 150],
      localtime: uptimeSeconds,
      memory: buildMemory(entropy),
      uptime: uptimeSeconds,
      poe: { 'max-power-budget': 120, 'power-consumed': 16, 'power-threshold': 90, 'power-status': 'on' },
    },
    'default-gateway': [{ metric: 0, 'gw-mac': CORE_MAC, 'out-port': SWITCH_UPLINK, 'gw-ip': '192.168.1.1' }],
    version: 1,
  };
}

const buildInterface = (name: string, location: string, uptime: number, addresses: readonly string[]) => ({
  clients: [],
  counters: {},
  dns_servers: [],
  ipv4: { addresses },
  name,
  location,
  uptime,
});

function buildLink(name: string, seconds: number, ports: SwitchPorts): object {
  const speed = ports.getLinkSpeed(name);
  const up = speed !== undefined;
  const poeOff = ports.poeOff.has(name);
  const powered = up && !poeOff;
  return {
    counters: { rx_bytes: up ? seconds * 1_200 : 0, tx_bytes: up ? seconds * 3_400 : 0 },
    carrier: up,
    ...(up && { speed, duplex: 'full' }),
    ...(hasPoe(name) && {
      poe: {
        counters: { overload: 0, short: 0, 'power-denied': 0, absent: 0, 'invalid-signature': 0 },
        'class-requested': powered ? 3 : 0,
        'class-assigned': powered ? 3 : 0,
        'output-power': powered ? POE_WATTS : 0,
        'output-current': powered ? 80 : 0,
        'output-voltage': powered ? '53.1' : '0',
        temp: '41',
        status: poeOff ? 'disabled' : powered ? 'delivering' : 'searching',
        'fault-status': 'none',
      },
    }),
  };
}

/** Returns one client at each of four ports, and the gateway at the uplink. */
const buildForwardingTable = (serial: string): object => ({
  overflow: false,
  ...Object.fromEntries(
    SWITCH_PORTS.slice(0, 4).map((name, index) => [name, { '1': [buildClientMac(serial, 100 + index)] }]),
  ),
  [SWITCH_UPLINK]: { '1': [CORE_MAC, buildClientMac(serial, 99)] },
});
