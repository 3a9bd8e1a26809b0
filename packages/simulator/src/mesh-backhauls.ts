import {
  type BackhaulStat,
  USABLE_BACKHAUL_DBM,
  MAX_BACKHAUL_CANDIDATES,
  MAX_BACKHAUL_HOPS,
} from '@northlight/contract/device-protocol';
import { drawRandomFloat, drawRandomInt, type Entropy, MINUTE_MS, SeededEntropy } from '@northlight/runtime';
import { computeNextValue } from './physics/next-value.ts';
import { computeLinkRateKbps, computeSignal } from './physics/radio.ts';
import type { DeviceSpec, SiteSpec } from './spec.ts';

/** Port of an uplink without a cable. */
export const MESH_PORT = 'mesh';
/** Weakest signal with which a node receives another one. */
const REACH_DBM = -82;
/** Distance between the rooms of a node and its uplink device. */
const ROOM_METRES = { min: 5, max: 10 } as const;
const CHANNELS = [36, 44, 149, 157] as const;
/** Slow fading around the mean signal, caused by people and moved objects. */
const FADING = { pull: 0.1, noise: 0.6, min: -4, max: 4 } as const;
/** Streams of a node, compared with those of a client. */
const STREAMS = 2;
/** Signal below which frames are lost (dBm), and lost frames per decibel below it (%). */
const CLEAR_DBM = -60;
const RETRIES_PER_DECIBEL = 1.3;
const MIN_RETRY_PERCENT = 2;
/** Number of steps without power of its parent after which a node changes to another one. */
const LOST_STEPS = 2;
/** Difference to the usable signal below which a node leaves its preferred parent, so that fading does not move it. */
const KEEP_MARGIN_DB = 3;
/** Time after which a node returns to its parent, so that a parent that restarts repeatedly does not move it. */
const RETURN_MS = 2 * MINUTE_MS;

/** State of the site's devices by serial number. */
export interface NodeStates {
  readonly hasPower: (sn: string) => boolean;
  readonly isRunning: (sn: string) => boolean;
  /** Returns the parent that the configuration of a node prefers; undefined without one. */
  readonly getPreferredParent: (sn: string) => string | undefined;
}

interface MeshNode {
  readonly spec: DeviceSpec;
  /** Position in metres. */
  readonly x: number;
  readonly y: number;
  /** Parent without a fault; undefined for a node without an uplink. */
  home: string | undefined;
  parent: string | undefined;
  /** Parent that the configuration preferred at the last step. */
  preferred: string | undefined;
  lostSteps: number;
  /**
   * Time since which the node could connect to its preferred parent or its home; undefined while it could not, or
   * while it is connected to it.
   */
  homeRunsSince: number | undefined;
}

/** Connections of a site's mesh nodes to their parents. Its randomness depends only on the seed of the site. */
export class MeshBackhauls {
  readonly #nodes = new Map<string, MeshNode>();
  readonly #entropy: Entropy;
  readonly #channel: number;
  /** Fading and loss (dB) by pair of node and other node. */
  readonly #fading = new Map<string, number>();
  readonly #losses = new Map<string, number>();

  constructor({ devices, seed }: Pick<SiteSpec, 'devices' | 'seed'>) {
    this.#entropy = new SeededEntropy(seed);
    this.#channel = CHANNELS[drawRandomInt(this.#entropy, 0, CHANNELS.length - 1)] ?? CHANNELS[0];
    const meshed = devices.filter(({ meshRole }) => meshRole !== undefined);
    const uplinks = new Set(meshed.flatMap(({ uplink }) => uplink?.sn ?? []));
    // Omits nodes without any connection to another node: they are not in one building.
    for (const spec of meshed) if (spec.uplink || uplinks.has(spec.sn)) this.#add(spec);
  }

  /** Returns the serial number of the device that a node is connected to; undefined for other devices. */
  getParent(sn: string): string | undefined {
    return this.#nodes.get(sn)?.parent;
  }

  /** Returns the signal of a node at another one (dBm); undefined if one of them has no place in the mesh. */
  getSignal(sn: string, otherSn: string): number | undefined {
    const [node, other] = [this.#nodes.get(sn), this.#nodes.get(otherSn)];
    return node && other && this.#computeSignal(node, other);
  }

  /** Lists the nodes that are connected to a device now. */
  listBelow(sn: string): DeviceSpec[] {
    return [...this.#nodes.values()].flatMap(({ parent, spec }) => (parent === sn ? [spec] : []));
  }

  /** Advances the fading, and moves nodes whose parent has no power. Returns the moved nodes. */
  step(states: NodeStates, now: number): string[] {
    for (const [sn, node] of this.#nodes)
      for (const other of this.#nodes.keys())
        if (node.parent !== undefined && other !== sn) this.#fade(toPairKey(sn, other));
    return [...this.#nodes.values()].flatMap((node) => {
      const { sn } = node.spec;
      const target = states.isRunning(sn) ? this.#findNewParent(node, states, now) : undefined;
      if (target === undefined) return [];
      this.#connect(node, target);
      return [sn];
    });
  }

  /**
   * Returns the backhaul of a secondary node; undefined for other devices, and while the parent is not running.
   */
  report(sn: string, { isRunning }: NodeStates): BackhaulStat | undefined {
    const node = this.#nodes.get(sn);
    const parent = this.#nodes.get(node?.parent ?? '');
    if (!node || !parent || node.spec.meshRole !== 'secondary' || !isRunning(parent.spec.sn))
      return undefined;
    const place = {
      parentMac: parent.spec.mac,
      hops: Math.min(MAX_BACKHAUL_HOPS, this.#listAbove(node).length),
      candidates: this.#listInReach(node, isRunning)
        .filter(({ other }) => other !== parent)
        .slice(0, MAX_BACKHAUL_CANDIDATES)
        .map(({ other, signalDbm }) => ({ mac: other.spec.mac, signalDbm })),
    };
    if (isWired(node)) return { kind: 'wired', ...place };
    const signalDbm = this.#computeSignal(node, parent);
    return {
      kind: 'wireless',
      ...place,
      band: '5G',
      channel: this.#channel,
      signalDbm,
      ...toQuality(signalDbm),
    };
  }

  /** Weakens the connection of a node to its present parent by this loss (dB); 0 ends the fault. */
  weaken(sn: string, decibels: number): void {
    const node = this.#getNode(sn);
    this.#losses.set(toPairKey(sn, node.parent ?? ''), decibels);
  }

  /** Connects a node to another parent, to which it also returns after a failure. */
  move(sn: string, parentSn: string): void {
    const node = this.#getNode(sn);
    if (node.home === undefined) throw new Error(`${sn} has no parent.`);
    if (this.#isBelow(parentSn, node)) throw new Error(`${parentSn} is below ${sn}.`);
    node.home = parentSn;
    this.#connect(node, parentSn);
  }

  #add(spec: DeviceSpec): void {
    const above = this.#nodes.get(spec.uplink?.sn ?? '');
    const { max, min } = ROOM_METRES;
    const metres = min + drawRandomFloat(this.#entropy) * (max - min);
    const angle = drawRandomFloat(this.#entropy) * 2 * Math.PI;
    const parent = above?.spec.sn;
    this.#nodes.set(spec.sn, {
      spec,
      x: above ? above.x + metres * Math.cos(angle) : 0,
      y: above ? above.y + metres * Math.sin(angle) : 0,
      home: parent,
      parent,
      preferred: undefined,
      lostSteps: 0,
      homeRunsSince: undefined,
    });
  }

  #getNode(sn: string): MeshNode {
    const node = this.#nodes.get(sn);
    if (!node) throw new Error(`${sn} is not a node of a mesh.`);
    return node;
  }

  #connect(node: MeshNode, parent: string): void {
    node.parent = parent;
    node.lostSteps = 0;
    node.homeRunsSince = undefined;
  }

  /** Returns the parent to which a node changes now: its home after a failure, or a substitute for a lost parent. */
  #findNewParent(node: MeshNode, states: NodeStates, now: number): string | undefined {
    const { home, parent } = node;
    if (home === undefined || parent === undefined) return undefined;
    const preferred = this.#readPreferred(node, states, now);
    const target = preferred ?? home;
    if (parent !== target) {
      const isBack =
        this.#isConnected(target, states) &&
        !this.#isBelow(target, node) &&
        (preferred === undefined || this.#receives(node, target) >= USABLE_BACKHAUL_DBM);
      node.homeRunsSince = isBack ? (node.homeRunsSince ?? now) : undefined;
      if (node.homeRunsSince !== undefined && node.homeRunsSince + RETURN_MS <= now) return target;
    }
    const isTooWeak =
      parent === preferred && this.#receives(node, parent) < USABLE_BACKHAUL_DBM - KEEP_MARGIN_DB;
    node.lostSteps = states.hasPower(parent) && !isTooWeak ? 0 : node.lostSteps + 1;
    if (node.lostSteps < LOST_STEPS) return undefined;
    const weakest = isTooWeak && states.hasPower(parent) ? this.#receives(node, parent) : REACH_DBM;
    const substitutes = this.#listInReach(node, (sn) => sn !== parent && this.#isConnected(sn, states));
    return substitutes.find(
      ({ other, signalDbm }) => signalDbm >= weakest && !this.#isBelow(other.spec.sn, node),
    )?.other.spec.sn;
  }

  /** Reads the preferred parent of a node. A new one is tried at once, not only after the time of a return. */
  #readPreferred(node: MeshNode, states: NodeStates, now: number): string | undefined {
    const wanted = states.getPreferredParent(node.spec.sn);
    const preferred = wanted !== undefined && this.#nodes.has(wanted) ? wanted : undefined;
    if (preferred !== node.preferred) node.homeRunsSince = now - RETURN_MS;
    node.preferred = preferred;
    return preferred;
  }

  #receives(node: MeshNode, sn: string): number {
    return this.#computeSignal(node, this.#getNode(sn));
  }

  /** Returns true for the node itself and for every node below it. */
  #isBelow(sn: string, node: MeshNode): boolean {
    const other = this.#getNode(sn);
    return other === node || this.#listAbove(other).includes(node);
  }

  /** Returns true if the node and all nodes above it are running. */
  #isConnected(sn: string, { isRunning }: NodeStates): boolean {
    const node = this.#getNode(sn);
    return [node, ...this.#listAbove(node)].every(({ spec }) => isRunning(spec.sn));
  }

  /** Lists the nodes between a node and the top, nearest first. */
  #listAbove(node: MeshNode): MeshNode[] {
    const above: MeshNode[] = [];
    for (let at = node.parent; at !== undefined; at = this.#nodes.get(at)?.parent)
      above.push(this.#getNode(at));
    return above;
  }

  /** Lists the other nodes that a node receives, strongest first. */
  #listInReach(node: MeshNode, isEligible: (sn: string) => boolean) {
    return [...this.#nodes.values()]
      .filter((other) => other !== node && isEligible(other.spec.sn))
      .map((other) => ({ other, signalDbm: this.#computeSignal(node, other) }))
      .filter(({ signalDbm }) => signalDbm >= REACH_DBM)
      .toSorted((one, another) => another.signalDbm - one.signalDbm);
  }

  #computeSignal(node: MeshNode, other: MeshNode): number {
    const pair = toPairKey(node.spec.sn, other.spec.sn);
    const mean = computeSignal(Math.hypot(node.x - other.x, node.y - other.y));
    const signal = mean + (this.#fading.get(pair) ?? 0) - (this.#losses.get(pair) ?? 0);
    return Math.max(-120, Math.min(0, Math.round(signal)));
  }

  #fade(pair: string): void {
    this.#fading.set(pair, computeNextValue(this.#fading.get(pair) ?? 0, 0, this.#entropy, FADING));
  }
}

const toPairKey = (sn: string, other: string): string => `${sn} ${other}`;

/** Returns true while the node is connected to its uplink device by a cable. */
const isWired = ({ parent, spec: { uplink } }: MeshNode): boolean =>
  uplink !== undefined && uplink.sn === parent && uplink.port !== MESH_PORT;

/** Returns the link rate and the retries at a signal (dBm). */
function toQuality(signalDbm: number): { readonly rateMbps: number; readonly retryPercent: number } {
  const retries = MIN_RETRY_PERCENT + Math.max(0, CLEAR_DBM - signalDbm) * RETRIES_PER_DECIBEL;
  return {
    rateMbps: Math.round((STREAMS * computeLinkRateKbps(signalDbm)) / 1000),
    retryPercent: Math.min(100, Math.round(retries)),
  };
}
