import { join } from 'node:path';
import { findCapabilities } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { ApConfig } from '../device/agent-config.ts';
import { type CommandHandlers, CommandRefused } from '../commands/index.ts';
import type { KindParts, KindPartsServices } from '../device/kind-parts.ts';
import { readAddresses } from '../system/json-commands.ts';
import type { RunProgram } from '../system/run.ts';
import { ApClients } from './ap-clients.ts';
import { AccessPointSystem } from './ap-system.ts';
import { MeshLink } from '../mesh/mesh-link.ts';
import { AirMeter } from '../radio/air-meter.ts';
import { listChannels, parseAbilities } from '../radio/channels.ts';
import { readPhy, readInterfaces } from '../radio/iw.ts';
import { NearbyNetworks } from './nearby-networks.ts';
import { type ApArtefacts, type ApRadio, UNTAGGED_BRIDGE } from './render.ts';
import { RadarReader } from '../radio/radar-finds.ts';
import { RadioScanner } from '../radio/radio-scanner.ts';
import { type WatchedProgram, watchProgram } from '../system/watch-program.ts';

/** Management address without a configuration: DHCP, untagged. */
const FACTORY_MANAGEMENT = { mode: 'dhcp', vlanId: 1 } as const;
const MAX_SSIDS = 16;

/** Creates the drivers that make a machine with radios an access point or a mesh node. */
export async function createApParts(
  config: ApConfig,
  { clock, log, run }: KindPartsServices,
): Promise<KindParts<ApArtefacts> & { readonly system: AccessPointSystem }> {
  const { mac, management = FACTORY_MANAGEMENT, sn, stateDir, uplink } = config;
  const { caps, radios } = await inspect(config, run);
  const mesh =
    config.mesh && new MeshLink({ config: config.mesh, mac, directory: join(stateDir, 'mesh'), run, clock });
  const system = new AccessPointSystem({
    stateDir,
    sn,
    mac,
    uplink,
    caps,
    management,
    radios,
    ...(mesh && { mesh }),
    run,
    clock,
    log,
  });
  const clients = new ApClients({
    bssScheduler: system.bssScheduler,
    run,
    leaseFile: system.leaseFile,
    radios: caps.radios,
    airMeter: new AirMeter({ clock, run }),
    radarReader: new RadarReader({ radios, run }),
  });
  const scanner = new RadioScanner({
    radios,
    listChannels: async (id) => {
      const band = caps.radios.find((radio) => radio.id === id)?.band;
      const abilities = (await system.abilities()).get(id)?.abilities;
      return band && abilities ? listChannels(band, abilities) : [];
    },
    run,
  });
  const nearbyNetworks = new NearbyNetworks({
    scan: (figures) => scanner.scanInTurns(figures),
    now: () => clock.now(),
    log,
  });
  const managed = async (): Promise<string[]> => {
    const rows = await readAddresses(run);
    return rows.flatMap(({ addr_info, ifname }) =>
      /^nlbr\d+$/.test(ifname) ? addr_info.map(({ local }) => local) : [],
    );
  };
  return {
    system,
    caps,
    handlers: createHandlers(system, clients, scanner),
    lldpKind: 'bridge',
    uplink: UNTAGGED_BRIDGE,
    address: async () => (await managed())[0],
    localAddresses: managed,
    clients: Object.assign(clients, { [Symbol.dispose]: () => system.bssScheduler[Symbol.dispose]() }),
    radioFigures: () => clients.figures(),
    nearbyNetworks: (figures) => nearbyNetworks.scanIfDue(figures),
    ...(mesh && { meshRole: 'secondary' as const, backhaul: () => mesh.read() }),
    topology: () => Promise.resolve({}),
    watch: (onChange) => watchWireless(onChange),
  };
}

function createHandlers(
  system: AccessPointSystem,
  clients: ApClients,
  scanner: RadioScanner,
): CommandHandlers {
  return {
    'client-kick': async ({ mac }) => {
      if (!(await clients.kick(mac)))
        throw new CommandRefused('This client is not connected to this device.');
      return {};
    },
    'wifi-scan': () => scanner.scanAll(),
    country: async ({ country }) => {
      if (!(await system.changeCountry(country)))
        throw new CommandRefused('The country of this device is set in its configuration.');
      return {};
    },
  };
}

/** Returns the model's capabilities with this machine's radios, without features that the radios lack. */
async function inspect(
  { mesh, model, radios, uplink }: ApConfig,
  run: RunProgram,
): Promise<{ readonly caps: Capabilities; readonly radios: readonly ApRadio[] }> {
  const document = findCapabilities(model);
  if (document?.kind !== (mesh ? 'mesh' : 'ap'))
    throw new Error(`${model} is not a model of ${mesh ? 'a mesh node' : 'an access point'}.`);
  const interfaces = await readInterfaces(run);
  const found = await Promise.all(
    radios.map(async (radio) => {
      const own = interfaces.find(({ device }) => device === radio.interface);
      if (!own) throw new Error(`There is no radio ${radio.interface}.`);
      const abilities = parseAbilities(await run(['iw', 'phy', await readPhy(radio.interface, run), 'info']));
      if (listChannels(radio.band, abilities).length === 0)
        throw new Error(`The radio ${radio.interface} has no ${radio.band}.`);
      return { ...radio, mac: own.mac, ssids: abilities.ssids };
    }),
  );
  const powers = new Map(document.radios.map(({ band, maxPowerDbm }) => [band, maxPowerDbm]));
  const [port] = document.ports;
  return {
    radios: found,
    caps: {
      ...document,
      ports: port ? [{ ...port, id: uplink, label: uplink.toUpperCase() }] : [],
      radios: found.map(({ band, id }) => ({
        id,
        band,
        maxPowerDbm: powers.get(band) ?? powers.get('5G') ?? 20,
      })),
      limits: { ...document.limits, ssidsPerRadio: Math.min(MAX_SSIDS, ...found.map(({ ssids }) => ssids)) },
    },
  };
}

/** Calls `onChange` when a client joins or leaves or an SSID starts or stops, until disposed or `iw` exits. */
const watchWireless = (onChange: () => void): Promise<WatchedProgram> =>
  watchProgram(['iw', 'event'], (line) => {
    if (/new station|del station|start(?:ed)? AP|stop(?:ped)? AP|ch_switch/i.test(line)) onChange();
  });
