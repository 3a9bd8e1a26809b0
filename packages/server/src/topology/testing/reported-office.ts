import { FakeCloud, passTime } from '@northlight/agent/testing';
import { chooseRole, NET_MODES } from '@northlight/contract';
import type { BirthMessage, StatMessage, TopoMessage } from '@northlight/contract/device-protocol';
import { SeededEntropy, SteppedClock } from '@northlight/runtime';
import { startSite } from '@northlight/simulator';
import { infer, type TopologyGraph } from '@northlight/topology';
import { type LearnedAddress, mergeAddresses } from '../learned-addresses.ts';
import { buildEvidence, type ReportRow } from '../read-evidence.ts';
import type { ChangeableSite } from './day-of-changes.ts';
import { createOfficeWithStore, listTrueLinks, STORED_DEVICES } from './wired-office.ts';

/**
 * An office of simulated devices without a server: their latest reports are kept as the database would keep them, and its
 * graph follows from them alone.
 */
export function startReportedOffice(seed: number) {
  const entropy = new SeededEntropy(seed + 1_000);
  const spec = createOfficeWithStore(seed, entropy);
  const clock = new SteppedClock();
  const cloud = new FakeCloud(() => clock.now());
  const getId = (sn: string): string => sn.padEnd(22, 'x');
  const site = startSite({
    spec,
    access: (sn) => ({ credential: { id: getId(sn), token: 't', epoch: 1 } }),
    endpoint: { host: '127.0.0.1', port: 1883 },
    connect: cloud.connect,
    clock,
    entropy,
  });
  const find = (name: string) => {
    const device = site.devices.find((each) => each.spec.name === name);
    if (!device) throw new Error(`There is no ${name}.`);
    return device;
  };
  const members = new Set<string>();
  const rows = new Map<string, ReportRow>();
  let graph: TopologyGraph | undefined;

  /** Takes over the reports of the devices in the project. */
  function storeReports(): void {
    for (const { channel, client, message } of cloud.messages.splice(0)) {
      if (!members.has(client)) continue;
      const row = rows.get(client);
      const at = clock.now();
      if (channel === 'birth')
        rows.set(client, createRow(client, message as unknown as BirthMessage, row, at));
      else if (row && channel === 'stat')
        rows.set(client, withFigures(row, message as unknown as StatMessage, at));
      else if (row && channel === 'topo')
        rows.set(client, withNeighbours(row, message as unknown as TopoMessage, at));
    }
  }

  const changeable: ChangeableSite = {
    site,
    find,
    add: (name) => {
      const id = getId(find(name).sn);
      members.add(id);
      // A device that receives its credential connects again.
      cloud.kick(id);
    },
    remove: (name) => {
      const id = getId(find(name).sn);
      members.delete(id);
      rows.delete(id);
    },
    rename: () => undefined,
  };
  for (const name of STORED_DEVICES) {
    find(name).unplug();
    site.network.moveCable(find(name).sn, undefined);
  }
  for (const { name } of spec.devices) if (!STORED_DEVICES.includes(name)) void changeable.add(name);
  return {
    ...changeable,
    pass: async (ms: number): Promise<void> => {
      await passTime(clock, ms);
      storeReports();
    },
    /** Infers the graph from the reports, and from the one before. */
    infer: (): TopologyGraph => {
      graph = infer(buildEvidence([...rows.values()], undefined), graph);
      return graph;
    },
    listTrueLinks: () =>
      listTrueLinks(
        site.network.listPlaces(),
        new Map(site.devices.flatMap(({ sn }) => (members.has(getId(sn)) ? [[sn, getId(sn)] as const] : []))),
      ),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** A birth keeps the figures that were reported before. */
const createRow = (
  id: string,
  birth: BirthMessage,
  earlier: ReportRow | undefined,
  at: number,
): ReportRow => ({
  id,
  mac: birth.mac,
  kind: birth.caps.kind,
  role: chooseRole(birth.caps, NET_MODES.wlan, []),
  caps: birth.caps,
  neighbours: earlier?.neighbours ?? null,
  ports: earlier?.ports ?? null,
  backhaul: earlier?.backhaul ?? null,
  bridge: earlier?.bridge ?? null,
  bridge_at: earlier?.bridge_at ?? null,
  uplink_mac: birth.nets.uplinkMac ?? null,
  uplink_port: birth.nets.uplinkPort ?? null,
  state_reported_at: new Date(at),
  addresses: earlier?.addresses ?? null,
  reported_at: earlier?.reported_at ?? null,
});

/** Figures that a report omits stay. */
const withFigures = (
  row: ReportRow,
  { backhaul, bridge, nets, ports }: StatMessage,
  at: number,
): ReportRow => ({
  ...row,
  ...(ports && { ports }),
  ...(bridge && { bridge, bridge_at: new Date(at) }),
  ...(backhaul && { backhaul }),
  ...(nets && { uplink_mac: nets.uplinkMac ?? null, uplink_port: nets.uplinkPort ?? null }),
  state_reported_at: new Date(at),
});

const withNeighbours = (row: ReportRow, { fdb = [], lldp }: TopoMessage, at: number): ReportRow => ({
  ...row,
  neighbours: lldp,
  addresses: mergeAddresses((row.addresses ?? []) as LearnedAddress[], fdb, at),
  reported_at: new Date(at),
});
