import type { Device, OnlineClient, PortSetting } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { ABSENT, formatPlural } from '../../kit/format/index.ts';
import { formatVlanToken, type NamedVlan } from '../../kit/form/vlan-tokens.ts';
import { PATHS } from '../../paths.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { ShareBar } from '../../ui/ShareBar.tsx';
import {
  formatLink,
  formatMemberships,
  formatMode,
  formatRates,
  getLinkState,
  type Port,
} from './port-labels.ts';
import tableClasses from '../../ui/choice-table.module.css';
import classes from './port-table.module.css';
import { useNetworks } from './use-networks.ts';
import { type PortRates, usePortRates } from './use-port-rates.ts';

interface PortTableProps {
  readonly device: Device;
  readonly caps: Capabilities;
  /** Ports with the figures of the last report; without figures if the report is stale. */
  readonly ports: readonly Port[];
  /** Settings with the changes of the draft. */
  readonly settings: ReadonlyMap<string, PortSetting>;
  /** Settings without the draft. */
  readonly stored: ReadonlyMap<string, PortSetting>;
  readonly selected: readonly string[];
  /** Absent if the ports cannot be configured. */
  readonly onSelect?: ((id: string, more: boolean) => void) | undefined;
}

/** Table of the ports: link, VLANs, neighbour or clients with their traffic, and PoE. A click on a row selects its port. */
export function PortTable({ caps, device, onSelect, ports, selected, settings, stored }: PortTableProps) {
  const { id: projectId } = useProject();
  const rates = usePortRates(
    device,
    ports.filter(({ up }) => up === true).map(({ id }) => id),
  );
  const listed = useQuery(createQuery('clientList', { params: { projectId }, query: { online: 'true' } }));
  const clients = Map.groupBy(
    (listed.data?.items ?? []).filter((client) => client.online && client.device.id === device.id),
    ({ port }) => port,
  );
  const devices = useQuery(createQuery('deviceList', { params: { projectId } })).data?.items;
  const hasPoe = ports.some(({ poe }) => poe);
  const networks = useNetworks();
  return (
    <>
      {hasPoe && <PoeBudget ports={ports} budget={caps.poeBudgetWatts} />}
      <ScrollBox label="Table of ports" className={`box ${classes['box']}`}>
        <table className={tableClasses['table']}>
          <thead>
            <tr>
              <th scope="col">Port</th>
              <th scope="col">Link</th>
              {onSelect && <th scope="col">VLAN</th>}
              <th scope="col">Connected to, traffic</th>
              {hasPoe && (
                <th scope="col" className={tableClasses['figure']}>
                  PoE (W)
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {ports.map((port) => {
              const setting = stored.get(port.id);
              const draft = settings.get(port.id);
              const isStaged = JSON.stringify(setting) !== JSON.stringify(draft);
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the button in the row has the keys
                <tr
                  key={port.id}
                  data-selected={selected.includes(port.id) || undefined}
                  data-opens={onSelect ? true : undefined}
                  onClick={(event) => {
                    if (event.target instanceof Element && event.target.closest('a')) return;
                    onSelect?.(port.id, event.ctrlKey || event.metaKey || event.shiftKey);
                  }}
                >
                  <th scope="row">
                    {onSelect ? (
                      <button
                        type="button"
                        aria-label={`Choose port ${port.label}`}
                        aria-pressed={selected.includes(port.id)}
                      >
                        {port.label}
                      </button>
                    ) : (
                      port.label
                    )}
                    {isStaged && <span className="badge accent tiny regular">Draft</span>}
                  </th>
                  <td className={classes['link']} data-link={getLinkState(port, setting)}>
                    {formatLink(port, setting)}
                  </td>
                  {onSelect && (
                    <td width={92}>
                      <Vlans setting={setting} draft={draft} networks={networks} />
                    </td>
                  )}
                  <td className={`wide ${classes['peer']}`}>
                    <ConnectedTo
                      device={device}
                      port={port}
                      clients={clients.get(port.id) ?? []}
                      peer={findPeer(devices ?? [], device, port)}
                    />
                    <Rates rates={rates.get(port.id)} />
                  </td>
                  {hasPoe && (
                    <td className={tableClasses['figure']}>
                      <PoePower port={port} setting={setting} />
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

/**
 * Returns the device of the project that the port reports as its neighbour. A device that announces itself to no
 * neighbour, such as a camera, is found by its uplink, unless several devices share the port.
 */
function findPeer(devices: readonly Device[], device: Device, port: Port): Device | undefined {
  if (port.neighbour) return devices.find(({ mac }) => mac === port.neighbour?.mac);
  const below = devices.filter((each) => each.uplink?.id === device.id && each.port === port.id);
  return below.length === 1 ? below[0] : undefined;
}

interface ConnectedToProps {
  readonly device: Device;
  readonly port: Port;
  readonly clients: readonly OnlineClient[];
  /** Device of the project that is connected to the port. */
  readonly peer: Device | undefined;
}

function ConnectedTo({ clients, device, peer, port }: ConnectedToProps) {
  if (peer)
    return (
      <Link to={PATHS.devices} search={{ open: peer.id }} className="plain">
        {peer.name}
      </Link>
    );
  if (port.neighbour) return port.neighbour.name ?? <span className="mono">{port.neighbour.mac}</span>;
  const [only] = clients;
  if (!only || port.up === undefined) return <span className="mut">{ABSENT}</span>;
  if (clients.length === 1)
    return (
      <Link to={PATHS.clients} search={{ open: only.mac }} className="plain">
        {only.name || only.mac}
      </Link>
    );
  return (
    <Link
      to={PATHS.clients}
      search={{ filter: `Connected to = ${device.name};Port = ${port.id}` }}
      className="plain"
    >
      {formatPlural(clients.length, 'client')}
    </Link>
  );
}

/** Incoming and outgoing rate of a port; absent if the port carries no traffic. */
function Rates({ rates }: { readonly rates: PortRates | undefined }) {
  if (!rates?.in && !rates?.out) return null;
  return <span className="block mut nowrap tabular">{formatRates(rates)}</span>;
}

interface VlansProps {
  readonly setting: PortSetting | undefined;
  readonly draft: PortSetting | undefined;
  readonly networks: readonly NamedVlan[];
}

/** VLANs of a port; below them those of the draft, if they differ. */
function Vlans({ draft, networks, setting }: VlansProps) {
  const isStaged = formatVlans(draft, networks) !== formatVlans(setting, networks);
  return (
    <>
      <CurrentVlans setting={setting} networks={networks} />
      {isStaged && <span className="block accent">→ {formatVlans(draft, networks)}</span>}
    </>
  );
}

function formatVlans(setting: PortSetting | undefined, networks: readonly NamedVlan[]): string {
  if (!setting) return ABSENT;
  if (setting.mode === 'access') return formatVlanToken(setting.pvid, networks);
  return `${formatMode(setting.mode)} ${formatMemberships(setting)}`;
}

/** The network of an access port by its name; the mode and the VLANs of other ports. */
function CurrentVlans({ networks, setting }: Omit<VlansProps, 'draft'>) {
  if (!setting) return ABSENT;
  if (setting.mode === 'access') return formatVlanToken(setting.pvid, networks);
  return (
    <>
      {formatMode(setting.mode)}
      <span className="block mut nowrap tabular">{formatMemberships(setting)}</span>
    </>
  );
}

interface PoePowerProps {
  readonly port: Port;
  readonly setting: PortSetting | undefined;
}

function PoePower({ port, setting }: PoePowerProps) {
  if (!port.poe) return null;
  if (setting?.poe === false) return <span className="mut">Off</span>;
  if (!port.poeWatts) return <span className="mut">{ABSENT}</span>;
  return port.poeWatts.toFixed(1);
}

/** Used share of the PoE budget above which another device may get no power. */
const HIGH_SHARE = 0.9;

interface PoeBudgetProps {
  readonly ports: readonly Port[];
  readonly budget: number | undefined;
}

/** Power of all ports together, and its share of the PoE budget of the device. */
function PoeBudget({ budget, ports }: PoeBudgetProps) {
  const reported = ports.filter(({ poeWatts }) => poeWatts !== undefined);
  if (reported.length === 0) return null;
  const used = reported.reduce((sum, { poeWatts = 0 }) => sum + poeWatts, 0);
  return (
    <p className="row gap-6 below">
      <span>PoE {used.toFixed(1)} W</span>
      {budget !== undefined && (
        <>
          <span className="mut">of {budget} W</span>
          <ShareBar share={used / budget} isHigh={used / budget >= HIGH_SHARE} />
        </>
      )}
    </p>
  );
}
