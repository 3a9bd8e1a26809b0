import { SWITCH_PORT } from './capabilities.ts';
import { parseList, parseNumber, parseObject, parseText, type UntrustedObject } from './untrusted-values.ts';

const GATEWAYS_MAX = 16;
const PEERS_MAX = 128;

/**
 * Returns the port of a switch towards its default gateway; undefined if it is not known. This is the port of
 * the gateway with the lowest metric; otherwise the only port with a router as LLDP neighbour; otherwise the
 * only port with another switch.
 */
export function findUplinkPort(state: UntrustedObject): string | undefined {
  const gateways = parseList(state['default-gateway'], GATEWAYS_MAX)
    .map(parseObject)
    .map((gateway) => ({
      metric: parseNumber(gateway['metric'], 0) ?? Number.MAX_SAFE_INTEGER,
      port: readPortName(gateway['out-port']),
    }))
    .filter(({ port }) => port !== undefined)
    .sort((left, right) => left.metric - right.metric);
  if (gateways[0]) return gateways[0].port;
  const peers = listInfrastructurePorts(state);
  return (
    findOnly(peers.filter(({ kinds }) => kinds.has('router'))) ??
    findOnly(peers.filter(({ kinds }) => kinds.has('bridge') && !kinds.has('wlan')))
  );
}

/**
 * A switch port with network equipment as LLDP neighbour. `kinds` are the neighbour's capabilities in lower
 * case.
 */
interface InfrastructurePort {
  readonly port: string;
  readonly kinds: ReadonlySet<string>;
}

const EQUIPMENT = ['bridge', 'router', 'wlan'];

/** Lists the ports that lead to routers, switches and access points, by their LLDP neighbours. */
export function listInfrastructurePorts(state: UntrustedObject): InfrastructurePort[] {
  const peers = parseObject(state['lldp-peers']);
  return ['upstream', 'downstream']
    .flatMap((side) => Object.entries(parseObject(peers[side])).slice(0, PEERS_MAX))
    .flatMap(([name, list]) => {
      const port = readPortName(name);
      const kinds = new Set(
        parseList(list, 8).flatMap((peer) =>
          parseList(parseObject(peer)['capability'], 8).flatMap(
            (kind) => parseText(kind, 20)?.toLowerCase() ?? [],
          ),
        ),
      );
      return port !== undefined && EQUIPMENT.some((kind) => kinds.has(kind)) ? [{ port, kinds }] : [];
    });
}

const findOnly = (ports: readonly InfrastructurePort[]): string | undefined =>
  ports.length === 1 ? ports[0]?.port : undefined;

function readPortName(value: unknown): string | undefined {
  const name = parseText(value, 16);
  return name !== undefined && name.length <= 15 && SWITCH_PORT.test(name) ? name : undefined;
}
