import { findCapabilities } from '@northlight/contract';
import type { Capabilities, PortCapability } from '@northlight/contract/device-protocol';
import type { SwitchConfig } from '../device/agent-config.ts';
import { readAddress, type PortExtras } from '../collect/host-figures.ts';
import type { CommandHandlers } from '../commands/index.ts';
import { CommandRefused } from '../commands/index.ts';
import type { KindParts, KindPartsServices } from '../device/kind-parts.ts';
import { canSaveEnergy, readLinkMode } from '../system/ethtool.ts';
import { listEquipment } from '../system/lldp-neighbours.ts';
import type { RunProgram } from '../system/run.ts';
import { readAddressTable } from './address-table.ts';
import { MANAGEMENT_PORT, type SwitchLayout } from './layout.ts';
import { cyclePower, LinkPoe, type PoeController } from './poe.ts';
import { SwitchClients } from './switch-clients.ts';
import { SWITCH_BRIDGE } from './switch-plan.ts';
import type { SwitchRows } from './switch-rows.ts';
import { SwitchSystem } from './switch-system.ts';

/** Management settings of the factory: DHCP, untagged. */
const FACTORY_MANAGEMENT = { mode: 'dhcp', vlanId: 1 } as const;

/** Creates the drivers that make a machine with ports a switch. */
export async function createSwitchParts(
  config: SwitchConfig,
  services: KindPartsServices,
): Promise<KindParts<SwitchLayout> & { readonly system: SwitchSystem }> {
  const { clock, neighbours, run } = services;
  const { mac, management = FACTORY_MANAGEMENT, stateDir } = config;
  const poe = config.poe && new LinkPoe({ loads: config.poe.loads, run });
  const caps = await readCapabilities(config, run, poe);
  const system = new SwitchSystem({ stateDir, mac, caps, management, run, clock, ...(poe && { poe }) });
  const learned = () =>
    readAddressTable(
      () => system.rows(),
      () => run(['ovs-appctl', '-t', system.ovs.control, 'fdb/show', SWITCH_BRIDGE]),
    );
  const isPort = (name: string): boolean => name !== MANAGEMENT_PORT && name !== SWITCH_BRIDGE;
  const uplinks = new Set(caps.ports.filter(({ role }) => role === 'uplink').map(({ id }) => id));
  return {
    system,
    caps,
    handlers: poe ? createPoeHandlers(poe, services) : {},
    lldpKind: 'bridge',
    uplink: MANAGEMENT_PORT,
    localAddresses: async () => {
      const address = await readAddress(MANAGEMENT_PORT, services.run);
      return address === undefined ? [] : [address];
    },
    clients: new SwitchClients({
      learned: async () => (await learned()).filter(({ port }) => isPort(port)),
      isInfrastructurePort: (port) =>
        uplinks.has(port) || listEquipment(neighbours()).some((peer) => peer.port === port),
      isOwn: (address) => address === mac,
    }),
    portExtras: async () => readPortExtras(await system.rows(), caps, poe),
    topology: async () => ({ fdb: (await learned()).filter(({ port }) => isPort(port)) }),
    watch: (onChange) => system.watch(onChange),
  };
}

function createPoeHandlers(poe: PoeController, { clock }: KindPartsServices): CommandHandlers {
  return {
    'poe-restart': async ({ ports }, { reportProgress }) => {
      const withoutPoe = ports.find((port) => !poe.ports.includes(port));
      if (withoutPoe !== undefined) throw new CommandRefused('One of the ports does not support PoE.');
      reportProgress({ percent: 50, step: 'Power is off' });
      await cyclePower(poe, ports, clock);
      return {};
    },
  };
}

const STP_STATES = new Map<string, 'forwarding' | 'learning' | 'discarding' | 'disabled'>([
  ['Forwarding', 'forwarding'],
  ['Learning', 'learning'],
  ['Discarding', 'discarding'],
  ['Disabled', 'disabled'],
]);

async function readPortExtras(
  { ports }: SwitchRows,
  caps: Capabilities,
  poe: PoeController | undefined,
): Promise<PortExtras> {
  const extras = await Promise.all(
    caps.ports.map(async ({ id }) => {
      const state = ports.find(({ name }) => name === id)?.rstpState;
      const stp = state === undefined ? undefined : STP_STATES.get(state);
      const poeWatts = await poe?.watts(id);
      return [id, { ...(stp && { stp }), ...(poeWatts !== undefined && { poeWatts }) }] as const;
    }),
  );
  return new Map(extras);
}

/** Returns the model's capabilities with this machine's ports, without features that its network cards lack. */
async function readCapabilities(
  { model, ports }: SwitchConfig,
  run: RunProgram,
  poe: PoeController | undefined,
): Promise<Capabilities> {
  const document = findCapabilities(model);
  if (document?.kind !== 'switch') throw new Error(`${model} is not a switch model.`);
  const modes = await Promise.all(ports.map((id) => readLinkMode(id, run)));
  const saving = await Promise.all(ports.map((id) => canSaveEnergy(id, run)));
  const own = ports.map((id, index): PortCapability => {
    const {
      poeMaxWatts,
      speedsMbps: _speeds,
      ...named
    } = document.ports.find((port) => port.id === id) ?? {
      id,
      label: id.toUpperCase(),
      role: 'access' as const,
      type: 'electrical' as const,
      maxSpeedMbps: 1000,
    };
    const hasPoe = poe?.ports.includes(id) === true;
    const speedsMbps = [...(modes[index]?.speedsMbps ?? [])];
    return {
      ...named,
      poe: hasPoe,
      ...(hasPoe && poeMaxWatts !== undefined && { poeMaxWatts }),
      ...(speedsMbps.length > 0 && { speedsMbps }),
    };
  });
  const missing = new Set([
    ...(own.some(({ speedsMbps }) => speedsMbps) ? [] : ['port-speed']),
    ...(saving.some(Boolean) ? [] : ['port-eee']),
    ...(poe ? [] : ['poe', 'poe-restart']),
  ]);
  const { face: _face, poeBudgetWatts, ...rest } = document;
  const face = document.face && {
    ...document.face,
    groups: document.face.groups.map((group) => group.filter((id) => ports.includes(id))),
  };
  return {
    ...rest,
    ports: own,
    features: document.features.filter((feature) => !missing.has(feature)),
    ...(face && { face }),
    ...(poe && poeBudgetWatts !== undefined && { poeBudgetWatts }),
  };
}
