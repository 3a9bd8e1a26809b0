import {
  type ConnectionCheck,
  getSignalLevel,
  isSelfAssigned,
  LAN_VLAN_ID,
  type DeviceDhcpPool,
  type DeviceWan,
  type DhcpPool,
} from '@northlight/contract';
import { getSubnet, isInSubnet, parseIpv4 } from '@northlight/contract/net';
import { createGapFinder, findUplinks, listRoute, type VlanGap } from '../reach/vlan-gaps.ts';
import type { ReachWorld } from '../reach/world.ts';

interface ClientReport {
  readonly online: boolean;
  readonly ip?: string;
  readonly vlan?: number;
  readonly ssid?: string;
  readonly band?: string;
  readonly port?: string;
  readonly signalDbm?: number;
}

interface PathDevice {
  readonly id: string;
  readonly name: string;
  readonly isOnline: boolean;
  /** True if the device has confirmed its present configuration. */
  readonly isConfirmed: boolean;
  /** Device to which it is connected by radio or cable, as the topology shows. */
  readonly parentId: string | undefined;
  readonly portLabels: ReadonlyMap<string, string>;
}

/** Reports and configuration that a check is made from. */
export interface ConnectionFacts {
  readonly client: ClientReport;
  /** True if the blacklist of the project refuses the client. */
  readonly isBlocked: boolean;
  /** Id of the device of the client. */
  readonly deviceId: string;
  /** Report of the port of a wired client; absent without a report. */
  readonly port?: { readonly up?: boolean; readonly speedMbps?: number; readonly duplex?: 'half' | 'full' };
  readonly devices: ReadonlyMap<string, PathDevice>;
  readonly world: ReachWorld;
  readonly dhcpPools: readonly DhcpPool[];
  /** Use of the pools, as the gateway reports it. */
  readonly poolUse: readonly DeviceDhcpPool[] | undefined;
  readonly wans: readonly DeviceWan[] | undefined;
  readonly wansAt: string | undefined;
}

/** Weakest signal level with a good connection. */
const FAIR_SIGNAL_LEVEL = 2;
/** Slowest rate of a healthy cable. */
const HEALTHY_SPEED_MBPS = 100;
/** Loss of echo requests from which web pages and calls suffer. */
const HIGH_LOSS_PERCENT = 5;

/** Checks each step between a client and the internet. */
export function checkConnection(facts: ConnectionFacts): ConnectionCheck {
  const vlanId = findClientVlan(facts);
  const path = checkPath(facts, vlanId);
  return {
    link: checkLink(facts),
    vlan: checkVlan(facts, vlanId),
    path,
    address: checkAddress(facts, vlanId),
    gateway: checkGateway(facts),
    internet: checkInternet(facts),
  };
}

/** Returns the reported VLAN of the client, otherwise the configured one of its SSID or port. */
function findClientVlan({ client, deviceId, world }: ConnectionFacts): number | undefined {
  if (client.vlan !== undefined) return client.vlan;
  const device = world.devices.get(deviceId);
  const ssid = device?.ssids.find(({ name }) => name === client.ssid);
  if (ssid) return ssid.vlanId;
  const native = client.port === undefined ? undefined : device?.ports.get(client.port)?.native;
  return native === 0 ? undefined : native;
}

/** True if the access point of the client assigns the addresses and translates them (NAT). */
const hasOwnAddresses = ({ client, deviceId, world }: ConnectionFacts): boolean =>
  world.devices.get(deviceId)?.ssids.some(({ addresses, name }) => addresses && name === client.ssid) ===
  true;

function checkLink(facts: ConnectionFacts): ConnectionCheck['link'] {
  const { client, deviceId, devices, port } = facts;
  const device = devices.get(deviceId);
  const link = {
    device: nameDevice(facts, deviceId),
    ssid: client.ssid,
    band: client.band,
    signalDbm: client.signalDbm,
    port: client.port === undefined ? undefined : labelPort(facts, deviceId, client.port),
    speedMbps: port?.speedMbps,
  };
  if (facts.isBlocked) return { ...link, state: 'failed', finding: 'blocked' };
  if (device?.isOnline !== true) return { ...link, state: 'failed', finding: 'device-offline' };
  if (!client.online)
    return port?.up === false
      ? { ...link, state: 'failed', finding: 'port-down' }
      : { ...link, state: 'unknown', finding: 'disconnected' };
  if (client.signalDbm !== undefined && getSignalLevel(client.signalDbm) < FAIR_SIGNAL_LEVEL)
    return { ...link, state: 'warning', finding: 'weak-signal' };
  const isSlow = (port?.speedMbps ?? HEALTHY_SPEED_MBPS) < HEALTHY_SPEED_MBPS || port?.duplex === 'half';
  if (isSlow) return { ...link, state: 'warning', finding: 'slow-port' };
  return { ...link, state: 'ok', finding: 'connected' };
}

function checkVlan({ world }: ConnectionFacts, id: number | undefined): ConnectionCheck['vlan'] {
  if (world.gateway === undefined) return { id, state: 'unknown', finding: 'no-gateway' };
  if (id === undefined) return { state: 'unknown', finding: 'not-reported' };
  const name = findNetwork(world, id)?.name ?? (id === LAN_VLAN_ID ? 'LAN' : undefined);
  return name === undefined
    ? { id, state: 'failed', finding: 'not-on-gateway' }
    : { id, name, state: 'ok', finding: 'configured' };
}

function checkPath(facts: ConnectionFacts, vlanId: number | undefined): ConnectionCheck['path'] {
  const { client, deviceId, devices: known, world } = facts;
  if (world.gateway === undefined)
    return { state: 'unknown', finding: 'no-gateway', devices: [nameDevice(facts, deviceId)] };
  const uplinks = findUplinks(world, world.gateway);
  const wireless = listWirelessParents(facts, uplinks);
  const start = wireless.at(-1) ?? deviceId;
  const route = [...wireless.slice(0, -1), ...listRoute(uplinks, start)];
  const devices = route.map((id) => nameDevice(facts, id));
  const offline = route.find(
    (id) => id !== deviceId && id !== world.gateway && known.get(id)?.isOnline !== true,
  );
  if (offline !== undefined)
    return { state: 'failed', finding: 'device-offline', devices, offline: nameDevice(facts, offline) };
  if (route.at(-1) !== world.gateway || vlanId === undefined)
    return { state: 'unknown', finding: 'not-known', devices };
  if (!findNetwork(world, vlanId))
    // The gateway may have the LAN of its factory settings; a client with an address then reaches it.
    return vlanId === LAN_VLAN_ID && client.ip !== undefined && !isSelfAssigned(client.ip)
      ? { state: 'ok', finding: 'complete', devices }
      : { state: 'unknown', finding: 'not-known', devices };
  const gap = createGapFinder(world, world.gateway, uplinks)(start, vlanId);
  if (!gap) return { state: 'ok', finding: 'complete', devices };
  const shown = presentGap(facts, gap);
  const isCertain = !gap.isUncertain && gap.route.every((id) => known.get(id)?.isConfirmed === true);
  return isCertain
    ? { state: 'failed', finding: 'vlan-missing', devices, gap: shown }
    : { state: 'unknown', finding: 'unconfirmed', devices, gap: shown };
}

/** Lists the devices from the client's own up to the first one with a cable towards the gateway, both included. */
function listWirelessParents(
  { deviceId, devices, world }: ConnectionFacts,
  uplinks: ReadonlyMap<string, unknown>,
): string[] {
  const passed = new Set([deviceId]);
  for (const id of passed) {
    const parent = devices.get(id)?.parentId;
    if (id === world.gateway || uplinks.has(id) || parent === undefined) break;
    passed.add(parent);
  }
  return [...passed];
}

function checkAddress(facts: ConnectionFacts, vlanId: number | undefined): ConnectionCheck['address'] {
  const { client, dhcpPools, poolUse, world } = facts;
  const { ip } = client;
  const pool = dhcpPools.find((each) => each.vlanId === vlanId);
  const use = poolUse?.find((each) => each.vlanId === vlanId);
  const shown = { ip, pool: pool && { name: pool.name, addresses: use?.addresses, used: use?.used } };
  if (!client.online) return { ...shown, state: 'unknown', finding: ip === undefined ? 'none' : 'assigned' };
  if (ip !== undefined && !isSelfAssigned(ip)) {
    const network = vlanId === undefined || hasOwnAddresses(facts) ? undefined : findNetwork(world, vlanId);
    return network && !isInNetwork(ip, network)
      ? { ...shown, state: 'warning', finding: 'other-network' }
      : { ...shown, state: 'ok', finding: 'assigned' };
  }
  if (pool && use && use.used >= use.addresses) return { ...shown, state: 'failed', finding: 'pool-full' };
  if (ip !== undefined) return { ...shown, state: 'failed', finding: 'self-assigned' };
  const isServed = vlanId !== undefined && findNetwork(world, vlanId) !== undefined;
  if (isServed && !pool) return { ...shown, state: 'warning', finding: 'no-pool' };
  return { ...shown, state: 'failed', finding: 'none' };
}

function checkGateway(facts: ConnectionFacts): ConnectionCheck['gateway'] {
  const { gateway } = facts.world;
  if (gateway === undefined) return { state: 'unknown', finding: 'no-gateway' };
  const device = nameDevice(facts, gateway);
  return facts.devices.get(gateway)?.isOnline === true
    ? { device, state: 'ok', finding: 'online' }
    : { device, state: 'failed', finding: 'offline' };
}

function checkInternet(facts: ConnectionFacts): ConnectionCheck['internet'] {
  const { devices, wans, wansAt, world } = facts;
  if (world.gateway === undefined) return { state: 'unknown', finding: 'no-gateway' };
  const wan = wans?.find(({ inUse }) => inUse) ?? wans?.find(({ up }) => up) ?? wans?.[0];
  // The last report of an offline gateway does not describe the present.
  if (!wan || devices.get(world.gateway)?.isOnline !== true)
    return { state: 'unknown', finding: 'not-reported' };
  const { id, internetPing: ping, ip, up } = wan;
  const lossPercent = ping && ping.sent > 0 ? Math.round((ping.lost * 100) / ping.sent) : undefined;
  const shown = {
    wan: labelPort(facts, world.gateway, id),
    ip,
    latencyMs: ping?.latencyMs,
    lossPercent,
    reportedAt: wansAt,
  };
  if (!up) return { ...shown, state: 'failed', finding: 'wan-down' };
  if (ip === undefined) return { ...shown, state: 'failed', finding: 'no-address' };
  if (lossPercent === 100) return { ...shown, state: 'failed', finding: 'no-answer' };
  if ((lossPercent ?? 0) >= HIGH_LOSS_PERCENT) return { ...shown, state: 'warning', finding: 'loss' };
  return { ...shown, state: 'ok', finding: 'online' };
}

const findNetwork = ({ networks }: ReachWorld, id: number) => networks.find((network) => network.id === id);

function isInNetwork(ip: string, network: { readonly ip: string; readonly prefix: number }): boolean {
  const [address, own] = [parseIpv4(ip), parseIpv4(network.ip)];
  return address === undefined || own === undefined || isInSubnet(address, getSubnet(own, network.prefix));
}

const nameDevice = ({ devices }: ConnectionFacts, id: string) => ({ id, name: devices.get(id)?.name ?? id });

const labelPort = ({ devices }: ConnectionFacts, deviceId: string, id: string) => ({
  id,
  label: devices.get(deviceId)?.portLabels.get(id) ?? id,
});

const presentGap = (facts: ConnectionFacts, { deviceId, port, vlanId }: VlanGap) => ({
  device: nameDevice(facts, deviceId),
  port: labelPort(facts, deviceId, port),
  vlanId,
});
