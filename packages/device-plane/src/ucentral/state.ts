import type { ClientReport, StatMessage, TopoMessage } from '@northlight/contract/device-protocol';
import { parseMac } from '@northlight/contract/net';
import { BANDS_BY_NAME } from './bands-by-name.ts';
import {
  asAddress,
  asCount,
  asList,
  asNumber,
  asObject,
  asText,
  type UntrustedObject,
} from './untrusted-values.ts';

const CLIENTS_MAX = 4_000;
const PORTS_MAX = 128;
const INTERFACES_MAX = 256;
const NEIGHBOURS_MAX = 128;

type PortStat = NonNullable<StatMessage['ports']>[number];

/** A `state` converted to our protocol, without session and sequence numbers. */
export interface ParsedState {
  readonly stat: Omit<StatMessage, 'session' | 'seq' | 'ts'>;
  readonly clients: readonly ClientReport[];
  readonly lldp: TopoMessage['lldp'];
}

/** Converts a state document; malformed parts are omitted. */
export function readState(value: unknown, now: number): ParsedState {
  const state = asObject(value);
  const interfaces = asList(state['interfaces'], INTERFACES_MAX).map(asObject);
  const clients = readClients(interfaces, now);
  const lldp = readNeighbours(state);
  const ports = readPorts(state);
  return {
    stat: {
      ...readSystem(asObject(state['unit'])),
      clients: clients.length,
      ...readNets(state, interfaces),
      ...(ports.length > 0 && { ports }),
    },
    clients,
    lldp,
  };
}

function readSystem(unit: UntrustedObject): Pick<StatMessage, 'cpu' | 'mem' | 'uptimeSeconds'> {
  const cpu = asNumber(asList(unit['cpu_load'], 1)[0], 0, 100);
  const memory = asObject(unit['memory']);
  const total = asNumber(memory['total'], 1);
  const free = asCount(memory['free']) ?? 0;
  // Caches and buffers count as free memory.
  const cached = (asCount(memory['cached']) ?? 0) + (asCount(memory['buffered']) ?? 0);
  const used = total === undefined ? undefined : ((total - free - cached) / total) * 100;
  const uptime = asCount(unit['uptime']);
  return {
    ...(cpu !== undefined && { cpu }),
    ...(used !== undefined && { mem: Math.min(100, Math.max(0, used)) }),
    ...(uptime !== undefined && { uptimeSeconds: uptime }),
  };
}

function readNets(state: UntrustedObject, interfaces: readonly UntrustedObject[]): Pick<StatMessage, 'nets'> {
  const addressed = interfaces.find((entry) => asList(asObject(entry['ipv4'])['addresses'], 1).length > 0);
  const ip = asAddress(asList(asObject(addressed?.['ipv4'])['addresses'], 1)[0]);
  const [uplinkPort, peers] = Object.entries(asObject(asObject(state['lldp-peers'])['upstream']))[0] ?? [];
  const uplinkMac = parseMac(asText(asObject(asList(peers, 1)[0])['mac'], 17) ?? '');
  const port = asText(uplinkPort, 15);
  if (ip === undefined && port === undefined) return {};
  return {
    nets: {
      ...(ip !== undefined && { ip }),
      ...(port !== undefined && { uplinkPort: port }),
      ...(uplinkMac !== undefined && { uplinkMac }),
    },
  };
}

function readPorts(state: UntrustedObject): PortStat[] {
  const links = asObject(state['link-state']);
  return (['upstream', 'downstream'] as const)
    .flatMap((side) => Object.entries(asObject(links[side])))
    .slice(0, PORTS_MAX)
    .flatMap(([name, value]) => readPort(name, asObject(value)));
}

function readPort(name: string, raw: UntrustedObject): PortStat[] {
  const id = asText(name, 15);
  if (id === undefined || id !== name) return [];
  const counters = asObject(raw['counters']);
  const speed = asNumber(raw['speed'], 0, 400_000);
  const duplex = raw['duplex'];
  const rxBytes = asCount(counters['rx_bytes']);
  const txBytes = asCount(counters['tx_bytes']);
  const watts = asNumber(asObject(raw['poe'])['power-consumption'], 0, 1_000);
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

/** Wired clients of the interfaces and wireless clients of their SSIDs, merged by MAC; wireless figures win. */
function readClients(interfaces: readonly UntrustedObject[], now: number): ClientReport[] {
  const found = new Map<string, ClientReport>();
  const add = (client: ClientReport): void => {
    if (found.size < CLIENTS_MAX || found.has(client.mac))
      found.set(client.mac, { ...found.get(client.mac), ...client });
  };
  for (const networkInterface of interfaces) {
    const names = leaseNames(networkInterface);
    for (const value of asList(networkInterface['clients'], CLIENTS_MAX)) {
      const client = asObject(value);
      const mac = parseMac(asText(client['mac'], 17) ?? '');
      if (mac === undefined) continue;
      const ip =
        asAddress(asList(client['ipv4_addresses'], 1)[0]) ??
        asAddress(asList(client['ipv6_addresses'], 1)[0]);
      const port = asText(asList(client['ports'], 1)[0], 15);
      const name = names.get(mac);
      add({
        mac,
        ...(ip !== undefined && { ip }),
        ...(port !== undefined && { port }),
        ...(name && { name }),
      });
    }
    for (const ssid of asList(networkInterface['ssids'], 64).map(asObject))
      for (const value of asList(ssid['associations'], CLIENTS_MAX)) {
        const client = readAssociation(asObject(value), ssid, now);
        if (client) add(client);
      }
  }
  return [...found.values()];
}

function leaseNames(networkInterface: UntrustedObject): ReadonlyMap<string, string> {
  const leases = asList(asObject(networkInterface['ipv4'])['leases'], CLIENTS_MAX).map(asObject);
  return new Map(
    leases.flatMap((lease) => {
      const mac = parseMac(asText(lease['mac'], 17) ?? '');
      const name = asText(lease['hostname'], 63);
      return mac === undefined || name === undefined ? [] : [[mac, name] as const];
    }),
  );
}

function readAssociation(raw: UntrustedObject, ssid: UntrustedObject, now: number): ClientReport | undefined {
  const mac = parseMac(asText(raw['station'], 17) ?? '');
  if (mac === undefined) return undefined;
  const band = BANDS_BY_NAME[asText(ssid['band'], 10) ?? ''];
  const name = asText(ssid['ssid'], 64);
  const signal = asNumber(raw['rssi'], -200, 0);
  const rxBytes = asCount(raw['rx_bytes']);
  const txBytes = asCount(raw['tx_bytes']);
  const rxRate = asNumber(asObject(raw['rx_rate'])['bitrate'], 0);
  const txRate = asNumber(asObject(raw['tx_rate'])['bitrate'], 0);
  const vlan = asNumber(raw['dynamic_vlan'], 1, 4094);
  const seconds = asNumber(raw['connected'], 0, 10 * 365 * 86_400);
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
  const peers = asObject(state['lldp-peers']);
  return (['upstream', 'downstream'] as const)
    .flatMap((side) => Object.entries(asObject(peers[side])))
    .flatMap(([port, list]) => asList(list, 8).map((peer) => [port, asObject(peer)] as const))
    .slice(0, NEIGHBOURS_MAX)
    .flatMap(([name, peer]) => {
      const port = asText(name, 15);
      const mac = parseMac(asText(peer['mac'], 17) ?? '');
      if (port === undefined || mac === undefined) return [];
      const peerPort = asText(peer['port_id'], 32) ?? asText(peer['port'], 32);
      const peerName = asText(peer['name'], 64);
      return [
        {
          port,
          peerMac: mac,
          ...(peerPort !== undefined && { peerPort }),
          ...(peerName !== undefined && { peerName }),
        },
      ];
    });
}
