import type { Feature, PortCapability } from '@northlight/contract/device-protocol';
import type { Capabilities } from '../contract-types.ts';
import { buildPort, PORTS_MAX, SWITCH_PORT } from './capabilities.ts';
import { findUplinkPort } from './uplink.ts';
import { parseNumber, parseObject } from './untrusted-values.ts';

const SPEEDS_MAX = 12;
const WATTS_MAX = 100_000;

/**
 * Facts that a switch sends only in its `state` messages. They are stored, because its `connect` message
 * lists no ports.
 */
export interface LearnedCapabilities {
  readonly ports: Capabilities['ports'];
  readonly poeBudgetWatts?: number | undefined;
}

/** Adds the stored facts about a switch to the capabilities of its `connect` message. */
export function restoreLearned(caps: Capabilities, learned: LearnedCapabilities | undefined): Capabilities {
  if (caps.kind !== 'switch' || !learned) return caps;
  const known = new Set(learned.ports.map(({ id }) => id));
  return withPorts(
    caps,
    [...learned.ports, ...caps.ports.filter(({ id }) => !known.has(id))],
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

/** Returns the port with a higher speed or PoE if its link shows them; otherwise the same object. */
function learnFromLink(port: PortCapability, link: Readonly<Record<string, unknown>>): PortCapability {
  const speed = parseNumber(link['speed'], 1, 400_000) ?? 0;
  const isFaster = speed > port.maxSpeedMbps;
  const hasPoe = link['poe'] !== undefined && !port.poe;
  if (!isFaster && !hasPoe) return port;
  return {
    ...port,
    ...(isFaster && {
      maxSpeedMbps: speed,
      speedsMbps: [...(port.speedsMbps ?? []), speed].slice(-SPEEDS_MAX),
    }),
    ...(hasPoe && { poe: true }),
  };
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
