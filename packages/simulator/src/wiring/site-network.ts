import type { TopoMessage } from '@northlight/contract/device-protocol';
import { drawRandomFloat, type Entropy } from '@northlight/runtime';
import type { Topology } from '@northlight/agent';
import type { PortLinks } from '../device-counters.ts';
import type { BridgeLinks } from '../bridge/bridge-links.ts';
import type { Attachment } from '../crowd.ts';
import { MESH_PORT, type MeshBackhauls } from '../mesh-backhauls.ts';
import { findUplinkPort } from '../site-ports.ts';
import {
  type ClientSpec,
  type DeviceSpec,
  getCapabilities,
  type PortSpec,
  type SiteSpec,
  type UnmanagedSwitchSpec,
} from '../spec.ts';
import { ForwardingTables, type Sender } from './forwarding-tables.ts';
import { buildNetworkTree, listPath, type NetworkTree } from './network-tree.ts';
import type { FrameTag } from './port-vlans.ts';
import { type FindVlans, followFrame } from './vlan-path.ts';
import { type CableEnd, type PluggedCable, WIRELESS_PORTS, Wiring } from './wiring.ts';

/** Kinds of devices with a forwarding table. */
const SWITCH_KINDS: ReadonlySet<string> = new Set(['switch', 'gateway', 'ac']);
/** Kinds without LLDP, unless the specification of a device has another value. */
const SILENT_KINDS: ReadonlySet<string> = new Set(['ipc', 'nvr']);
/**
 * Chance per step that a client sends frames, and that a quiet client does. A running device sends in each step: it is
 * connected to the cloud, and cameras send continuously.
 */
const SEND_CHANCE = 0.4;
const QUIET_CHANCE = 1 / 360;
/** Share of the senders that send a broadcast too, such as an ARP request. */
const BROADCAST_SHARE = 0.05;

/** State of the site's devices by serial number. */
export interface NetworkStates {
  readonly hasPower: (sn: string) => boolean;
  readonly isRunning: (sn: string) => boolean;
  /** Returns false for a spare node that no project has added. */
  readonly isMember: (sn: string) => boolean;
  /** Returns false for a port that is switched off. */
  readonly isEnabled: (sn: string, port: string) => boolean;
}

export interface SiteNetworkOptions {
  readonly spec: SiteSpec;
  readonly entropy: Entropy;
  readonly states: NetworkStates;
  readonly backhauls: MeshBackhauls;
  readonly bridges: BridgeLinks;
  /** Called after a change of the cables. */
  readonly onChange: () => void;
}

/** Device of each present client, by the client's MAC. */
type Clients = ReadonlyMap<string, Attachment>;

/** A device's true place: the managed device above it, and whether an unmanaged switch is between them. */
export interface TruePlace {
  readonly sn: string;
  readonly ownPort: string | undefined;
  readonly parentSn: string;
  readonly parentPort: string | undefined;
  /** Id of the uppermost unmanaged switch between both. */
  readonly over: string | undefined;
}

/** The wiring of a site, and what its devices learn from it: neighbours, forwarding tables and blocked ports. */
export class SiteNetwork {
  readonly #wiring: Wiring;
  readonly #tables: ForwardingTables;
  readonly #devices: ReadonlyMap<string, DeviceSpec>;
  readonly #tops: readonly string[];
  readonly #clients: ReadonlyMap<string, ClientSpec>;
  readonly #options: SiteNetworkOptions;
  readonly #states: NetworkStates;
  /** The tree of the latest step; undefined after a change of the cables. */
  #tree: NetworkTree | undefined;
  /** Devices whose first frame after a change of their cable is still to be sent. */
  readonly #moved = new Set<string>();

  constructor(options: SiteNetworkOptions) {
    const { clients, devices, spares = [] } = options.spec;
    const all = [...devices, ...spares];
    this.#options = options;
    this.#states = options.states;
    this.#wiring = new Wiring(options.spec);
    this.#devices = new Map(all.map((device) => [device.sn, device] as const));
    this.#clients = new Map(clients.map((client) => [client.mac, client] as const));
    this.#tops = all.filter(({ uplink }) => !uplink).map(({ sn }) => sn);
    this.#tables = new ForwardingTables(all.filter(isSwitch).map(({ sn }) => sn));
  }

  /**
   * Plugs the uplink cable of a device or unmanaged switch into a port of another one; without a port it stays unplugged.
   * The devices notice the change at once.
   */
  moveCable(node: string, to: PortSpec | undefined): void {
    const end = this.#findUplinkEnd(node);
    this.#wiring.unplug(end);
    if (to) this.#wiring.plug(end, { node: to.sn, port: to.port });
    this.#moved.add(node);
    this.#change();
  }

  /** Inserts an unmanaged switch into the cable at a port, so that the other end is behind the switch. */
  insertUnmanagedSwitch(spec: UnmanagedSwitchSpec): void {
    const { port, sn: node } = spec.uplink;
    const below = this.#wiring.unplug({ node, port }).find((end) => end.node !== node);
    this.#wiring.addUnmanagedSwitch(spec);
    if (below) this.#wiring.plug(below, { node: spec.id, port: below.node });
    this.#change();
  }

  /** Lets the switches learn what they would have learned before the simulation began. */
  warmUp(clients: Clients, now: number): void {
    const tree = this.#buildTree(() => true);
    for (const sender of this.#listSenders(clients, () => true)) this.#send(sender, tree, now, true);
  }

  /** Sends the frames of a step, and forgets the addresses at ports without a link. */
  step(clients: Clients, now: number): void {
    if (this.#wiring.listNodes().length === 0) return;
    const { hasPower, isRunning } = this.#states;
    const tree = this.#buildTree(hasPower);
    this.#tree = tree;
    for (const sn of this.#devices.keys())
      this.#tables.flush(sn, hasPower(sn) ? this.getPortLinks(sn).up : new Set());
    for (const sender of this.#listSenders(clients, isRunning)) {
      const isMoved = this.#moved.delete(sender.node);
      const isDue = drawRandomFloat(this.#options.entropy) < sender.chance;
      const isBroadcast = isMoved || (isDue && drawRandomFloat(this.#options.entropy) < BROADCAST_SHARE);
      if (isDue || isMoved) this.#send(sender, tree, now, isBroadcast);
    }
  }

  /** Returns the devices that have no way to the cloud: a cable is unplugged, or a device above has no power. */
  listCutOff(): ReadonlySet<string> {
    if (this.#tops.length === this.#devices.size) return new Set();
    const tree = this.#buildTree(this.#states.hasPower);
    this.#tree = tree;
    const { links } = tree;
    return new Set([...this.#devices.keys()].filter((sn) => !links.has(sn)));
  }

  /** Returns the uppermost node above a node, or the node itself. */
  findTop(node: string): string {
    return listPath(this.#findTree(), node).at(-1)?.node ?? node;
  }

  /** Follows a frame to the top of its tree and back; see the function of this name. */
  followFrame(findVlans: FindVlans, node: string, tag: FrameTag): FrameTag | undefined {
    return followFrame(this.#findTree(), findVlans, node, tag);
  }

  getPortLinks(sn: string): PortLinks {
    const device = this.#getDevice(sn);
    const up = this.#listLinkedCables(sn).map(({ own }) => own.port);
    const { blocked } = this.#findTree();
    // The line of the topmost device is not part of the site, and a wireless uplink has no cable.
    const hasOwnLine = this.#tops.includes(sn) || WIRELESS_PORTS.has(device.uplink?.port ?? '');
    return {
      up: new Set([...up, ...(hasOwnLine ? [findUplinkPort(device)] : [])]),
      blocked: new Set(blocked.flatMap(({ node, port }) => (node === sn ? [port] : []))),
    };
  }

  /** Returns the neighbours and learned addresses of a device. */
  report(sn: string, now: number): Topology {
    const fdb = this.#tables.list(sn, now);
    return { lldp: this.#listNeighbours(sn), ...(fdb && { fdb }) };
  }

  /** Returns the uplink that a device knows: its parent in the mesh, the base of its bridge link, or its neighbour by LLDP. */
  findUplink(sn: string): { readonly mac: string; readonly port: string } | undefined {
    const device = this.#getDevice(sn);
    const parentSn = this.#options.backhauls.getParent(sn) ?? device.uplink?.sn ?? '';
    const isMoved = parentSn !== (device.uplink?.sn ?? '');
    if (device.uplink && (isMoved || WIRELESS_PORTS.has(device.uplink.port))) {
      const parent = this.#devices.get(parentSn);
      return parent && { mac: parent.mac, port: isMoved ? MESH_PORT : device.uplink.port };
    }
    const port = findUplinkPort(device);
    const [peer, ...more] = this.#listNeighbours(sn).filter((each) => each.port === port);
    return peer && more.length === 0 ? { mac: peer.peerMac, port: peer.peerPort ?? '' } : undefined;
  }

  /** Lists the true places of the devices that are connected. A device without power keeps its place. */
  listPlaces(): TruePlace[] {
    const live = this.#buildTree(this.#states.hasPower);
    const wired = this.#buildTree(() => true);
    return [...this.#devices.keys()].flatMap((sn) => {
      const { links } = live.links.has(sn) ? live : wired;
      const link = links.get(sn);
      if (!link) return [];
      let [top, over] = [link, undefined as string | undefined];
      while (this.#wiring.isUnmanaged(top.parent)) {
        over = top.parent;
        const above = links.get(top.parent);
        if (!above) break;
        top = above;
      }
      const { ownPort } = link;
      return [{ sn, ownPort, parentSn: top.parent, parentPort: top.parentPort, over }];
    });
  }

  /** Lists the cables that spanning tree blocks, each by its blocked port. */
  listBlocked(): readonly CableEnd[] {
    return this.#findTree().blocked;
  }

  #change(): void {
    this.#tree = undefined;
    this.#options.onChange();
  }

  #findTree(): NetworkTree {
    this.#tree ??= this.#buildTree(this.#states.hasPower);
    return this.#tree;
  }

  /** Lists the cables of a device whose ports are on and whose other end has power. */
  #listLinkedCables(sn: string): readonly PluggedCable[] {
    const { hasPower } = this.#states;
    return this.#wiring
      .listCables(sn)
      .filter(
        ({ other, own }) =>
          this.#isEnabled(own) &&
          this.#isEnabled(other) &&
          (!this.#devices.has(other.node) || hasPower(other.node)),
      );
  }

  readonly #isEnabled = ({ node, port }: CableEnd): boolean =>
    !this.#devices.has(node) || this.#states.isEnabled(node, port);

  #buildTree(hasPower: (sn: string) => boolean): NetworkTree {
    return buildNetworkTree({
      isEnabled: this.#isEnabled,
      wiring: this.#wiring,
      tops: this.#tops,
      forwards: (node) => !this.#devices.has(node) || hasPower(node),
      listWireless: (node) => this.#listWireless(node),
    });
  }

  /** Lists the devices that are connected to a device by the mesh or a bridge link. */
  #listWireless(sn: string): string[] {
    const { backhauls, bridges } = this.#options;
    const clients = bridges.listClients(sn);
    const nodes = backhauls.listBelow(sn).filter(({ sn: node, uplink }) => {
      const isWired = uplink?.sn === sn && !WIRELESS_PORTS.has(uplink.port);
      return !isWired && this.#states.isMember(node);
    });
    return [...clients, ...nodes.map((node) => node.sn)];
  }

  #listSenders(
    clients: Clients,
    isRunning: (sn: string) => boolean,
  ): (Sender & { readonly chance: number })[] {
    const devices = [...this.#devices.values()].filter(({ sn }) => isRunning(sn));
    return [
      ...devices.map(({ mac, sn }) => ({ mac, node: sn, chance: 1 })),
      ...[...clients].map(([mac, { sn }]) => {
        const { isQuiet = false, port } = this.#clients.get(mac) ?? {};
        return { mac, node: port ? mac : sn, chance: isQuiet ? QUIET_CHANCE : SEND_CHANCE };
      }),
    ];
  }

  #send(sender: Sender, tree: NetworkTree, now: number, isBroadcast: boolean): void {
    let top = sender.node;
    for (let link = tree.links.get(top); link; link = tree.links.get(top)) top = link.parent;
    const { mac } = this.#devices.get(top) ?? {};
    if (mac !== undefined) this.#tables.send(sender, mac, tree, now, isBroadcast);
  }

  #listNeighbours(sn: string): TopoMessage['lldp'] {
    if (!this.#hasLldp(sn)) return [];
    return this.#listLinkedCables(sn).flatMap(({ own }) =>
      this.#wiring.listLldpPeers(own).flatMap(({ node, port: peerPort }) => {
        const peer = this.#devices.get(node);
        if (!peer || !this.#hasLldp(node)) return [];
        return [{ port: own.port, peerMac: peer.mac, peerPort, peerName: peer.name }];
      }),
    );
  }

  #hasLldp(sn: string): boolean {
    const device = this.#getDevice(sn);
    const { hasLldp = !SILENT_KINDS.has(getCapabilities(device)?.kind ?? '') } = device;
    return hasLldp && this.#states.isRunning(sn);
  }

  #findUplinkEnd(node: string): CableEnd {
    const device = this.#devices.get(node);
    return { node, port: device ? findUplinkPort(device) : 'uplink' };
  }

  #getDevice(sn: string): DeviceSpec {
    const device = this.#devices.get(sn);
    if (!device) throw new Error(`The site has no device ${sn}.`);
    return device;
  }
}

const isSwitch = (device: DeviceSpec): boolean => SWITCH_KINDS.has(getCapabilities(device)?.kind ?? '');
