import { mkdir } from 'node:fs/promises';
import { MAX_BACKHAUL_CANDIDATES, MAX_BACKHAUL_HOPS } from '@northlight/contract/device-protocol';
import type { BackhaulStat } from '@northlight/contract/device-protocol';
import { type Clock, sleep } from '@northlight/runtime';
import type { MeshConfig } from '../device/agent-config.ts';
import { readInterfaces, readPhy } from '../radio/iw.ts';
import { PeerCounters } from '../radio/peer-counters.ts';
import { RadioDaemon } from '../radio/radio-daemon.ts';
import { computeRetryPercent, parseStationDump, type RadioPeer } from '../radio/station-dump.ts';
import { findGatewayPort } from '../system/gateway-port.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import { parseMeshPaths, parseMeshProxies } from './mesh-paths.ts';

/** Interface of the connections to other mesh nodes. */
export const MESH_DEVICE = 'nlmesh0';
/** Prefix of the interfaces that carry a VLAN to other mesh nodes. */
export const MESH_VLAN_PREFIX = 'nlms';

const POLL_MS = 100;
/** Number of polls (15 s) until the node has joined on its channel. */
const POLLS = 150;

export interface MeshLinkOptions {
  readonly config: MeshConfig;
  /** MAC address of the device, by which the cloud knows it; also the address of its mesh interface. */
  readonly mac: string;
  readonly directory: string;
  readonly run: RunProgram;
  readonly clock: Clock;
}

/**
 * Connects a node to the other nodes of its mesh: 802.11s with SAE, on a radio of its own. The kernel finds the
 * paths.
 */
export class MeshLink {
  readonly #options: MeshLinkOptions;
  readonly #daemon: RadioDaemon;
  readonly #counters: PeerCounters;

  constructor(options: MeshLinkOptions) {
    this.#options = options;
    this.#daemon = new RadioDaemon(options);
    this.#counters = new PeerCounters(options.clock);
  }

  /** Country in which the node may transmit before it has received a configuration. */
  get country(): string | undefined {
    return this.#options.config.country;
  }

  /** Joins the mesh. A node that has joined stays connected. */
  async start(): Promise<void> {
    const { config, directory, mac, run } = this.#options;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await this.#daemon.start({
      device: MESH_DEVICE,
      phy: await readPhy(config.interface, run),
      type: 'mp',
      mac,
      text: formatMeshFile(config),
      powerDbm: undefined,
      path: 'mesh',
      command: (file, pidFile) => [
        'wpa_supplicant',
        '-B',
        '-D',
        'nl80211',
        '-i',
        MESH_DEVICE,
        '-c',
        file,
        '-P',
        pidFile,
      ],
      ready: () => this.#waitUntilJoined(),
    });
  }

  stop(): Promise<void> {
    return this.#daemon.stop(MESH_DEVICE);
  }

  /** Returns a problem if the node has not joined. */
  async verify(): Promise<string[]> {
    return (await this.#daemon.isRunning(MESH_DEVICE)) ? [] : ['The node has left the mesh.'];
  }

  /**
   * Reads the connection towards the default gateway; undefined while the device has none. Retries are those of the last
   * 1 to 2 min.
   */
  async read(): Promise<BackhaulStat | undefined> {
    const { run } = this.#options;
    const gateway = await findGatewayPort(run);
    if (gateway?.port === undefined) return undefined;
    const peers = parseStationDump(await run(['iw', 'dev', MESH_DEVICE, 'station', 'dump']));
    const connected = peers.filter(({ isConnected }) => isConnected);
    const before = this.#counters.compareWith(peers);
    if (!isMeshPort(gateway.port))
      return {
        kind: 'wired',
        parentMac: gateway.mac,
        hops: 1,
        candidates: listCandidates(connected, gateway.mac),
      };
    const path = await this.#findPath(gateway.mac);
    const parent = connected.find(({ mac }) => mac === path?.nextHop);
    const own = (await readInterfaces(run)).find(({ device }) => device === MESH_DEVICE);
    if (!path || !parent || parent.signalDbm === undefined || own?.channel === undefined) return undefined;
    return {
      kind: 'wireless',
      parentMac: parent.mac,
      hops: Math.min(MAX_BACKHAUL_HOPS, Math.max(1, path.hops)),
      band: own.channel > 14 ? '5G' : '2.4G',
      channel: own.channel,
      signalDbm: clampSignal(parent.signalDbm),
      rateMbps: parent.txRateMbps ?? 0,
      retryPercent: computeRetryPercent(
        parent,
        before.find(({ mac }) => mac === parent.mac),
      ),
      candidates: listCandidates(connected, parent.mac),
    };
  }

  /** Finds the path to an address: to the mesh node itself, or to the node behind which it is. */
  async #findPath(mac: string) {
    const { run } = this.#options;
    const [paths, proxies] = await Promise.all([
      run(['iw', 'dev', MESH_DEVICE, 'mpath', 'dump']),
      run(['iw', 'dev', MESH_DEVICE, 'mpp', 'dump']),
    ]);
    const node = parseMeshProxies(proxies).get(mac) ?? mac;
    return parseMeshPaths(paths).find((path) => path.node === node);
  }

  async #waitUntilJoined(): Promise<void> {
    const { clock, run } = this.#options;
    for (let polls = 0; polls < POLLS; polls++) {
      const own = (await readInterfaces(run)).find(({ device }) => device === MESH_DEVICE);
      if (own?.channel !== undefined) return;
      if (!(await this.#daemon.isRunning(MESH_DEVICE))) break;
      await sleep(clock, POLL_MS);
    }
    throw new CommandFailed(['wpa_supplicant'], 'The node could not join the mesh.');
  }
}

const isMeshPort = (port: string): boolean => port === MESH_DEVICE || port.startsWith(MESH_VLAN_PREFIX);

const clampSignal = (dbm: number): number => Math.min(0, Math.max(-120, dbm));

/** Lists the strongest nodes other than the parent. */
const listCandidates = (
  peers: readonly RadioPeer[],
  parentMac: string,
): { mac: string; signalDbm: number }[] =>
  peers
    .flatMap(({ mac, signalDbm }) =>
      signalDbm === undefined || mac === parentMac ? [] : [{ mac, signalDbm: clampSignal(signalDbm) }],
    )
    .toSorted((a, b) => b.signalDbm - a.signalDbm)
    .slice(0, MAX_BACKHAUL_CANDIDATES);

/**
 * Returns the file of wpa_supplicant. The key needs no escaping: it extends to the last quotation mark of its line.
 */
function formatMeshFile({ channel, id, key }: MeshConfig): string {
  const mhz = channel > 14 ? 5_000 + 5 * channel : channel === 14 ? 2_484 : 2_407 + 5 * channel;
  return [
    'network={',
    // Mode 5 is a mesh (802.11s).
    'mode=5',
    `ssid=${Buffer.from(id, 'utf8').toString('hex')}`,
    `frequency=${mhz}`,
    'key_mgmt=SAE',
    `sae_password="${key}"`,
    'ieee80211w=2',
    '}',
    '',
  ].join('\n');
}
