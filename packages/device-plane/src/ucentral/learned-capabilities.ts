import type { Feature, PortCapability } from '@northlight/contract/device-protocol';
import type { Capabilities } from '../contract-types.ts';
import { buildPort, PORTS_MAX, SWITCH_PORT } from './capabilities.ts';
import { SWITCH_SPEEDS_MBPS } from './emit/schema.ts';
import { findUplinkPort } from './uplink.ts';
import { parseNumber, parseObject, type UntrustedObject } from './untrusted-values.ts';

const MAX_SPEED_MBPS = 400_000;
/** Highest speed of a port with PoE that had no faster link (Mbit/s). */
const POE_SPEED_MBPS = 1_000;
const WATTS_MAX = 100_000;

/**
 * Facts that a switch sends only in its `state` messages. They are stored, because its `connect` message
 * lists no ports.
 */
export interface LearnedCapabilities {
  readonly ports: Capabilities['ports'];
  readonly poeBudgetWatts?: number | undefined;
  /** Ids of the ports whose speed is known, because they had a link; absent in rows of earlier versions. */
  readonly linked?: readonly string[] | undefined;
}

/** Adds the stored facts about a switch to the capabilities of its `connect` message. */
export function restoreLearned(caps: Capabilities, learned: LearnedCapabilities | undefined): Capabilities {
  if (caps.kind !== 'switch' || !learned) return caps;
  const known = new Set(learned.ports.map(({ id }) => id));
  return withPorts(
    caps,
    [...learned.ports.map(withSpeeds), ...caps.ports.filter(({ id }) => !known.has(id))],
    learned.poeBudgetWatts,
  );
}

/**
 * Adds facts from the state of a switch to its capabilities: ports, their PoE support and speed, the uplink
 * and the PoE budget. Ignores the side under which a port is listed, because switches list all ports as
 * upstream. Returns the same object if the state adds no facts.
 */
export function learnFromState(caps: Capabilities, value: unknown): Capabilities {
  if (caps.kind !== 'switch') return caps;
  const state = parseObject(value);
  const ports = new Map(caps.ports.map((port) => [port.id, port] as const));
  for (const [name, link] of listLinks(state)) {
    const port = learnFromLink(ports.get(name) ?? buildPort(name, 'access'), parseObject(link));
    if (ports.has(name) || ports.size < PORTS_MAX) ports.set(name, port);
  }
  const uplink = findUplinkPort(state);
  // A later uplink replaces the earlier one. Without an uplink in the state, the roles stay.
  if (uplink !== undefined && ports.has(uplink))
    for (const [id, port] of ports) {
      const role = id === uplink ? 'uplink' : port.role === 'uplink' ? 'access' : port.role;
      if (role !== port.role) ports.set(id, { ...port, role });
    }
  const budget = parseNumber(
    parseObject(parseObject(state['unit'])['poe'])['max-power-budget'],
    1,
    WATTS_MAX,
  );
  const poeBudgetWatts = budget ?? caps.poeBudgetWatts;
  const isUnchanged =
    poeBudgetWatts === caps.poeBudgetWatts &&
    ports.size === caps.ports.length &&
    caps.ports.every((port) => ports.get(port.id) === port);
  return isUnchanged ? caps : withPorts(caps, [...ports.values()], poeBudgetWatts);
}

const listLinks = (state: Readonly<Record<string, unknown>>): [string, unknown][] => {
  const links = parseObject(state['link-state']);
  return ['upstream', 'downstream']
    .flatMap((side) => Object.entries(parseObject(links[side])).slice(0, PORTS_MAX))
    .filter(([name]) => SWITCH_PORT.test(name) && name.length <= 15);
};

/**
 * Returns the ids of the ports that had a link before a state or have one in it. Returns the same set if the state adds
 * none.
 */
export function addLinkedPorts(linked: ReadonlySet<string>, value: unknown): ReadonlySet<string> {
  const added = listLinks(parseObject(value)).flatMap(([name, link]) =>
    parseLinkSpeed(parseObject(link)) > 0 && !linked.has(name) ? [name] : [],
  );
  return added.length > 0 ? new Set([...linked, ...added].slice(0, PORTS_MAX)) : linked;
}

/** Returns the stored ports that had a link; those with a known high speed for a link of an earlier version. */
export const restoreLinkedPorts = (learned: LearnedCapabilities | undefined): ReadonlySet<string> =>
  new Set(
    learned?.linked ??
      learned?.ports.flatMap(({ id, maxSpeedMbps }) => (maxSpeedMbps > POE_SPEED_MBPS ? [id] : [])),
  );

const parseLinkSpeed = (link: UntrustedObject): number => parseNumber(link['speed'], 1, MAX_SPEED_MBPS) ?? 0;

/** Returns the port with a higher speed or PoE if its link shows them; otherwise the same object. */
function learnFromLink(port: PortCapability, link: UntrustedObject): PortCapability {
  const maxSpeedMbps = Math.max(parseLinkSpeed(link), port.maxSpeedMbps);
  const poe = port.poe || link['poe'] !== undefined;
  return withSpeeds(
    maxSpeedMbps === port.maxSpeedMbps && poe === port.poe ? port : { ...port, maxSpeedMbps, poe },
  );
}

/**
 * Returns the port with the speeds that can be set. A port without PoE may take modules, so that every speed of the
 * client can be set, because a module does not come up at another speed than its own.
 */
function withSpeeds(port: PortCapability): PortCapability {
  const { maxSpeedMbps, poe, speedsMbps = [] } = port;
  const isKnown = (speed: number): boolean => speed <= maxSpeedMbps && speedsMbps.includes(speed);
  const speeds = SWITCH_SPEEDS_MBPS.filter(
    (speed) => !poe || speed <= POE_SPEED_MBPS || speed === maxSpeedMbps || isKnown(speed),
  );
  return speeds.join() === speedsMbps.join() ? port : { ...port, speedsMbps: speeds };
}

function withPorts(
  caps: Capabilities,
  ports: readonly PortCapability[],
  poeBudgetWatts: number | undefined,
): Capabilities {
  const list = ports.slice(0, PORTS_MAX);
  const poe: readonly Feature[] = list.some((port) => port.poe) ? ['poe', 'poe-restart'] : [];
  return {
    ...caps,
    ports: list,
    features: [...new Set([...caps.features, ...poe])],
    ...(poeBudgetWatts !== undefined && { poeBudgetWatts }),
  };
}
