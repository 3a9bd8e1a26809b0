import type { ClientReport, StatMessage, TopoMessage } from '@northlight/contract/device-protocol';
import { parseLldpCapabilities, parseMac } from '@northlight/contract/net';
import { BANDS_BY_NAME } from './bands-by-name.ts';
import { SWITCH_PORT } from './capabilities.ts';
import { findUplinkPort, listInfrastructurePorts } from './uplink.ts';
import {
  parseAddress,
  parseCount,
  parseList,
  parseNumber,
  parseObject,
  parseText,
  type UntrustedObject,
} from './untrusted-values.ts';

const CLIENTS_MAX = 4_000;
const PORTS_MAX = 128;
const INTERFACES_MAX = 256;
const NEIGHBOURS_MAX = 128;

type PortStat = NonNullable<StatMessage['ports']>[number];

/** A `state` in the form of the native protocol, without session and sequence numbers. */
export interface ParsedState {
  readonly stat: Omit<StatMessage, 'session' | 'seq' | 'ts'>;
  readonly clients: readonly ClientReport[];
  readonly lldp: TopoMessage['lldp'];
}

/** Converts a state document; omits malformed parts. */
export function readState(value: unknown, now: number): ParsedState {
  const state = parseObject(value);
  const interfaces = parseList(state['interfaces'], INTERFACES_MAX).map(parseObject);
  const clients = readClients(interfaces, readForwardingTable(state), now);
  const lldp = readNeighbours(state);
  const ports = readPorts(state);
  return {
    stat: {
      ...readSystem(parseObject(state['unit'])),
      clients: clients.length,
      ...readNets(state, interfaces),
      ...(ports.length > 0 && { ports }),
    },
    clients,
    lldp,
  };
}

function readSystem(unit: UntrustedObject): Pick<StatMessage, 'cpu' | 'mem' | 'uptimeSeconds'> {
  const cpu = parseNumber(parseList(unit['cpu_load'], 1)[0], 0, 100);
  const memory = parseObject(unit['memory']);
  const total = parseNumber(memory['total'], 1);
  const free = parseCount(memory['free']) ?? 0;
  // Caches and buffers count as free memory.
  const cached = (parseCount(memory['cached']) ?? 0) + (parseCount(memory['buffered']) ?? 0);
  const used = total === undefined ? undefined : ((total - free - cached) / total) * 100;
  const uptime = parseCount(unit['uptime']);
  return {
    ...(cpu !== undefined && { cpu }),
    ...(used !== undefined && { mem: Math.min(100, Math.max(0, used)) }),
    ...(uptime !== undefined && { uptimeSeconds: uptime }),
  };
}

function readNets(state: UntrustedObject, interfaces: readonly UntrustedObject[]): Pick<StatMessage, 'nets'> {
  const addressed = interfaces.find(
    (entry) => parseList(parseObject(entry['ipv4'])['addresses'], 1).length > 0,
  );
  const ip = parseAddress(parseList(parseObject(addressed?.['ipv4'])['addresses'], 1)[0]);
  const upstream = parseObject(parseObject(state['lldp-peers'])['upstream']);
  const uplinkPort = findUplinkPort(state) ?? findAccessPointUplink(upstream);
  const peers = Object.hasOwn(upstream, uplinkPort ?? '') ? upstream[uplinkPort ?? ''] : [];
  const uplinkMac = parseMac(parseText(parseObject(parseList(peers, 1)[0])['mac'], 17) ?? '');
  const port = parseText(uplinkPort, 15);
  if (ip === undefined && port === undefined) return {};
  return {
    nets: {
      ...(ip !== undefined && { ip }),
      ...(port !== undefined && { uplinkPort: port }),
      ...(uplinkMac !== undefined && { uplinkMac }),
    },
  };
}

/**
 * Returns the first upstream port with a neighbour. Switches list all their ports as upstream, so it is not
 * used for switches.
 */
const findAccessPointUplink = (upstream: UntrustedObject): string | undefined =>
  Object.keys(upstream).find((name) => !SWITCH_PORT.test(name));

function readPorts(state: UntrustedObject): PortStat[] {
  const links = parseObject(state['link-state']);
  return (['upstream', 'downstream'] as const)
    .flatMap((side) => Object.entries(parseObject(links[side])))
    .slice(0, PORTS_MAX)
    .flatMap(([name, value]) => readPort(name, parseObject(value)));
}

function readPort(name: string, raw: UntrustedObject): PortStat[] {
  const id = parseText(name, 15);
  if (id === undefined || id !== name) return [];
  const counters = parseObject(raw['counters']);
  const speed = parseNumber(raw['speed'], 0, 400_000);
  const duplex = raw['duplex'];
  const rxBytes = parseCount(counters['rx_bytes']);
  const txBytes = parseCount(counters['tx_bytes']);
  // The client of switches takes whole watts from `power-used` of the OpenConfig model.
  const watts = parseNumber(parseObject(raw['poe'])['output-power'], 0, 1_000);
  return [
    {
      id,
      up: raw['carrier'] === 1 || raw['carrier'] === true,
      ...(speed !== undefined && { speedMbps: speed }),
      ...((duplex === 'full' || duplex === 'half') && { duplex }),
      ...(rxBytes !== undefined && { rxBytes }),
      ...(txBytes !== undefined && { txBytes }),
      ...(watts !== undefined && { poeWatts: watts }),
    },
  ];
}

/**
 * Returns the clients in the forwarding table of a switch, `{port: {vlan: [mac]}}`. Omits those behind its
 * uplink and behind other network equipment, which are clients of that equipment.
 */
function readForwardingTable(state: UntrustedObject): ClientReport[] {
  const excluded = new Set([
    findUplinkPort(state),
    ...listInfrastructurePorts(state).map(({ port }) => port),
  ]);
  return Object.entries(parseObject(state['mac-forwarding-table']))
    .slice(0, PORTS_MAX)
    .flatMap(([name, vlans]) => {
      const port = parseText(name, 15);
      if (port !== name || excluded.has(port)) return [];
      return Object.entries(parseObject(vlans)).flatMap(([id, list]) => {
        const vlan = /^\d{1,4}$/.test(id) ? parseNumber(Number(id), 1, 4094) : undefined;
        return parseList(list, CLIENTS_MAX).flatMap((value) => {
          const mac = parseMac(parseText(value, 17) ?? '');
          return mac === undefined ? [] : [{ mac, port, ...(vlan !== undefined && { vlan }) }];
        });
      });
    });
}

/**
 * Returns the learned addresses, the wired clients of the interfaces and the wireless clients of their SSIDs,
 * merged by MAC. Wireless figures take precedence.
 */
function readClients(
  interfaces: readonly UntrustedObject[],
  learned: readonly ClientReport[],
  now: number,
): ClientReport[] {
  const found = new Map<string, ClientReport>();
  const add = (client: ClientReport): void => {
    if (found.size < CLIENTS_MAX || found.has(client.mac))
      found.set(client.mac, { ...found.get(client.mac), ...client });
  };
  for (const client of learned) add(client);
  for (const networkInterface of interfaces) {
    const names = readLeaseNames(networkInterface);
    for (const value of parseList(networkInterface['clients'], CLIENTS_MAX)) {
      const client = parseObject(value);
      const mac = parseMac(parseText(client['mac'], 17) ?? '');
      if (mac === undefined) continue;
      const ip =
        parseAddress(parseList(client['ipv4_addresses'], 1)[0]) ??
        parseAddress(parseList(client['ipv6_addresses'], 1)[0]);
      const port = parseText(parseList(client['ports'], 1)[0], 15);
      const name = names.get(mac);
      add({
        mac,
        ...(ip !== undefined && { ip }),
        ...(port !== undefined && { port }),
        ...(name && { name }),
      });
    }
    for (const ssid of parseList(networkInterface['ssids'], 64).map(parseObject))
      for (const value of parseList(ssid['associations'], CLIENTS_MAX)) {
        const client = readAssociation(parseObject(value), ssid, now);
        if (client) add(client);
      }
  }
  return [...found.values()];
}

function readLeaseNames(networkInterface: UntrustedObject): ReadonlyMap<string, string> {
  const leases = parseList(parseObject(networkInterface['ipv4'])['leases'], CLIENTS_MAX).map(parseObject);
  return new Map(
    leases.flatMap((lease) => {
      const mac = parseMac(parseText(lease['mac'], 17) ?? '');
      const name = parseText(lease['hostname'], 63);
      return mac === undefined || name === undefined ? [] : [[mac, name] as const];
    }),
  );
}

function readAssociation(raw: UntrustedObject, ssid: UntrustedObject, now: number): ClientReport | undefined {
  const mac = parseMac(parseText(raw['station'], 17) ?? '');
  if (mac === undefined) return undefined;
  const band = BANDS_BY_NAME[parseText(ssid['band'], 10) ?? ''];
  const name = parseText(ssid['ssid'], 64);
  const signal = parseNumber(raw['rssi'], -200, 0);
  const rxBytes = parseCount(raw['rx_bytes']);
  const txBytes = parseCount(raw['tx_bytes']);
  const rxRate = parseNumber(parseObject(raw['rx_rate'])['bitrate'], 0);
  const txRate = parseNumber(parseObject(raw['tx_rate'])['bitrate'], 0);
  const vlan = parseNumber(raw['dynamic_vlan'], 1, 4094);
  const seconds = parseNumber(raw['connected'], 0, 10 * 365 * 86_400);
  return {
    mac,
    ...(name !== undefined && { ssid: name }),
    ...(band !== undefined && { band }),
    ...(signal !== undefined && { signalDbm: signal }),
    ...(rxBytes !== undefined && { rxBytes }),
    ...(txBytes !== undefined && { txBytes }),
    ...(rxRate !== undefined && { rxRateKbps: rxRate }),
    ...(txRate !== undefined && { txRateKbps: txRate }),
    ...(vlan !== undefined && { vlan: Math.floor(vlan) }),
    ...(seconds !== undefined && { since: now - seconds * 1000 }),
  };
}

function readNeighbours(state: UntrustedObject): TopoMessage['lldp'] {
  const peers = parseObject(state['lldp-peers']);
  return (['upstream', 'downstream'] as const)
    .flatMap((side) => Object.entries(parseObject(peers[side])))
    .flatMap(([port, list]) => parseList(list, 8).map((peer) => [port, parseObject(peer)] as const))
    .slice(0, NEIGHBOURS_MAX)
    .flatMap(([name, peer]) => {
      const port = parseText(name, 15);
      const mac = parseMac(parseText(peer['mac'], 17) ?? '');
      if (port === undefined || mac === undefined) return [];
      const peerPort = parseText(peer['port_id'], 32) ?? parseText(peer['port'], 32);
      const peerName = parseText(peer['name'], 64);
      const capability = peer['capability'];
      return [
        {
          port,
          peerMac: mac,
          ...(peerPort !== undefined && { peerPort }),
          ...(peerName !== undefined && { peerName }),
          ...(Array.isArray(capability) && { caps: parseLldpCapabilities(capability.slice(0, 16)) }),
        },
      ];
    });
}
