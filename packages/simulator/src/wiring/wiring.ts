import { BRIDGE_PORT } from '../bridge/bridge-links.ts';
import { MESH_PORT } from '../mesh-backhauls.ts';
import { findUplinkPort } from '../site-ports.ts';
import type { PortSpec, SiteSpec, UnmanagedSwitchSpec } from '../spec.ts';

/** One end of a cable. The node is a device (serial number), an unmanaged switch (id) or a wired client (MAC). */
export interface CableEnd {
  readonly node: string;
  readonly port: string;
}

/** A cable, seen from one of its ends. */
export interface PluggedCable {
  readonly own: CableEnd;
  readonly other: CableEnd;
}

const CLIENT_PORT = 'eth0';
/** Ports of links without a cable. */
export const WIRELESS_PORTS: ReadonlySet<string> = new Set([BRIDGE_PORT, MESH_PORT]);

/** The cables of a site, which can be moved while it runs. */
export class Wiring {
  readonly #cables = new Map<string, PluggedCable[]>();
  readonly #unmanaged = new Map<string, UnmanagedSwitchSpec>();

  constructor({ clients, crossCables = [], devices, unmanagedSwitches = [] }: SiteSpec) {
    for (const each of unmanagedSwitches) this.addUnmanagedSwitch(each);
    for (const device of devices)
      if (device.uplink && !WIRELESS_PORTS.has(device.uplink.port))
        this.#connect({ node: device.sn, port: findUplinkPort(device) }, toEnd(device.uplink));
    for (const { behind, mac, port } of clients)
      if (port)
        this.#connect(
          { node: mac, port: CLIENT_PORT },
          behind === undefined ? toEnd(port) : { node: behind, port: mac },
        );
    for (const [one, other] of crossCables) this.#connect(toEnd(one), toEnd(other));
  }

  /** Lists the nodes that have a cable. */
  listNodes(): string[] {
    return [...this.#cables.keys()];
  }

  listCables(node: string): readonly PluggedCable[] {
    return this.#cables.get(node) ?? [];
  }

  isUnmanaged(node: string): boolean {
    return this.#unmanaged.has(node);
  }

  /** Plugs a cable into two ports. Throws if a port has a cable already. */
  plug(one: CableEnd, other: CableEnd): void {
    for (const end of [one, other])
      if (!this.isUnmanaged(end.node) && this.#find(end))
        throw new Error(`${end.node} ${end.port} is in use.`);
    this.#connect(one, other);
  }

  /** Unplugs the cable of a port at both ends. Returns its ends, or none for a port without a cable. */
  unplug(end: CableEnd): readonly CableEnd[] {
    const cable = this.#find(end);
    if (!cable) return [];
    const ends = [cable.own, cable.other];
    for (const { node } of ends)
      this.#cables.set(
        node,
        this.listCables(node).filter(({ other, own }) => !ends.includes(own) || !ends.includes(other)),
      );
    return ends;
  }

  addUnmanagedSwitch(spec: UnmanagedSwitchSpec): void {
    this.#unmanaged.set(spec.id, spec);
    this.plug({ node: spec.id, port: 'uplink' }, toEnd(spec.uplink));
  }

  /** Lists the devices whose LLDP arrives at a port: one by a cable, several over an unmanaged switch that forwards LLDP. */
  listLldpPeers(end: CableEnd): readonly CableEnd[] {
    const cable = this.#find(end);
    return cable ? this.#follow(cable, new Set()) : [];
  }

  #follow({ other }: PluggedCable, passed: Set<string>): CableEnd[] {
    const unmanaged = this.#unmanaged.get(other.node);
    if (!unmanaged) return [other];
    if (!unmanaged.forwardsLldp || passed.has(other.node)) return [];
    passed.add(other.node);
    return this.listCables(other.node)
      .filter(({ own }) => own !== other)
      .flatMap((cable) => this.#follow(cable, passed));
  }

  #find({ node, port }: CableEnd): PluggedCable | undefined {
    return this.listCables(node).find(({ own }) => own.port === port);
  }

  #connect(one: CableEnd, other: CableEnd): void {
    this.#add({ own: one, other });
    this.#add({ own: other, other: one });
  }

  #add(cable: PluggedCable): void {
    this.#cables.set(cable.own.node, [...this.listCables(cable.own.node), cable]);
  }
}

const toEnd = ({ port, sn: node }: PortSpec): CableEnd => ({ node, port });
