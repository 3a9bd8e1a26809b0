import { findCapabilities } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { BridgeConfig } from '../device/agent-config.ts';
import { readAddress } from '../collect/host-figures.ts';
import { type CommandHandlers, CommandRefused } from '../commands/index.ts';
import type { KindParts, KindPartsServices } from '../device/kind-parts.ts';
import { listChannels, parseAbilities } from '../radio/channels.ts';
import { readPhy } from '../radio/iw.ts';
import { RadioScanner } from '../radio/radio-scanner.ts';
import { readAddresses } from '../system/json-commands.ts';
import type { RunProgram } from '../system/run.ts';
import { type WatchedProgram, watchProgram } from '../system/watch-program.ts';
import { AlignmentReports } from './alignment-reports.ts';
import { BridgeSystem } from './bridge-system.ts';
import { type BridgeArtefacts, LINK_BRIDGE } from './render.ts';

/** Management address without a configuration: DHCP, untagged. */
const FACTORY_MANAGEMENT = { mode: 'dhcp', vlanId: 1 } as const;

/** Creates the drivers that make a machine with one radio and one cable a bridge. */
export async function createBridgeParts(
  config: BridgeConfig,
  { clock, run }: KindPartsServices,
): Promise<KindParts<BridgeArtefacts> & { readonly system: BridgeSystem }> {
  const { bridge: radio, cable, linkTimeoutSeconds, mac, sn, stateDir } = config;
  const { management = FACTORY_MANAGEMENT } = config;
  const caps = await inspect(config, run);
  const system = new BridgeSystem({
    stateDir,
    sn,
    mac,
    cable,
    radio,
    caps,
    management,
    linkTimeoutSeconds,
    run,
    clock,
  });
  const scanner = new RadioScanner({
    radios: [radio],
    listChannels: async () => listChannels(radio.band, await system.abilities()),
    run,
  });
  const alignment = new AlignmentReports(clock);
  const managed = async (): Promise<string[]> => {
    const rows = await readAddresses(run);
    return rows.flatMap(({ addr_info, ifname }) =>
      ifname === LINK_BRIDGE || ifname.startsWith('nlmg') ? addr_info.map(({ local }) => local) : [],
    );
  };
  return {
    system,
    caps,
    handlers: createHandlers(system, scanner, alignment),
    lldpKind: 'bridge',
    uplink: LINK_BRIDGE,
    address: async () => (await managed())[0] ?? (await readAddress(LINK_BRIDGE, run)),
    localAddresses: managed,
    clients: { list: () => Promise.resolve([]), [Symbol.dispose]: () => alignment[Symbol.dispose]() },
    bridge: () => system.readLink(),
    topology: () => Promise.resolve({}),
    watch: async (onChange) => {
      alignment.onReport = onChange;
      return watchPeers(onChange);
    },
  };
}

function createHandlers(
  system: BridgeSystem,
  scanner: RadioScanner,
  alignment: AlignmentReports,
): CommandHandlers {
  return {
    align: ({ seconds }) => {
      alignment.start(seconds);
      return Promise.resolve({});
    },
    throughput: () =>
      Promise.reject(new CommandRefused('The software of this bridge cannot measure the throughput.')),
    'wifi-scan': () => scanner.scanAll(),
    country: async ({ country }) => {
      if (!(await system.changeCountry(country)))
        throw new CommandRefused('The country of this device is set in its configuration.');
      return {};
    },
  };
}

/** Returns the model's capabilities with this machine's cable and radio. */
async function inspect({ bridge, cable, model }: BridgeConfig, run: RunProgram): Promise<Capabilities> {
  const document = findCapabilities(model);
  if (document?.kind !== 'cpe') throw new Error(`${model} is not a bridge model.`);
  const abilities = parseAbilities(await run(['iw', 'phy', await readPhy(bridge.interface, run), 'info']));
  if (listChannels(bridge.band, abilities).length === 0)
    throw new Error(`The radio ${bridge.interface} has no ${bridge.band}.`);
  const [port] = document.ports;
  const [radio] = document.radios;
  return {
    ...document,
    ports: port ? [{ ...port, id: cable, label: cable.toUpperCase() }] : [],
    radios: radio ? [{ ...radio, id: bridge.id, band: bridge.band }] : [],
  };
}

/** Calls `onChange` when a peer connects or is lost, until disposed or `iw` exits. */
const watchPeers = (onChange: () => void): Promise<WatchedProgram> =>
  watchProgram(['iw', 'event'], (line) => {
    if (/new station|del station|connected|disconnected/i.test(line)) onChange();
  });
