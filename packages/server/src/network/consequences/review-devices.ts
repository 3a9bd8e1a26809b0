import {
  type ConfigChange,
  describeAddressChange,
  describeDeviceChanges,
  describeSettings,
  getDeviceState,
  type NetworkConfig,
} from '@northlight/contract';
import type { DbOrTx } from '../../platform/db/database.ts';
import { countClientsIn } from '../../clients/index.ts';
import { listInterruptedPlaces } from './interrupted-clients.ts';
import type { Proposal } from '../settings/proposals.ts';
import type { ProjectDevice } from '../state.ts';
import { describeSharedAddresses } from './shared-addresses.ts';
import { presentFacts, type SettingsDevice } from '../settings/settings-devices.ts';

/** New settings of devices beside the configuration and the devices after the change. */
interface ReviewedProposals {
  readonly proposals: readonly Proposal[];
  readonly after: NetworkConfig;
  readonly devicesAfter: readonly ProjectDevice[];
}

/** Describes the changes that new settings of devices make, and their consequences. */
export async function reviewDevices(
  db: DbOrTx,
  projectId: number,
  { after, devicesAfter, proposals }: ReviewedProposals,
) {
  const changed = proposals.flatMap(({ device, after }): Changed[] => {
    const { parents = {} } = presentFacts(device);
    const lines = describeSettings(device.caps, device.settings, after, (mac) => parents[mac] ?? mac);
    return lines.length > 0 ? [{ device, after, lines }] : [];
  });
  const restarting = changed.filter(({ device, lines }) => isRestarting(device, lines));
  const moved = changed.filter(({ lines }) => lines.some(({ path }) => path[0] === 'management'));
  const movedIds = new Set(moved.map(({ device }) => device.id));
  const fixed = listFixed(devicesAfter);
  const movedFixed = fixed.filter(({ id }) => movedIds.has(id));
  const holders = [
    ...fixed.filter(({ id }) => !movedIds.has(id)),
    ...(await readReported(db, projectId, movedFixed, movedIds)),
  ];
  const clients = await listInterruptedPlaces(
    db,
    projectId,
    changed.map(({ after, device, lines }) => ({
      id: device.id,
      lines,
      settings: { caps: device.caps, before: device.settings, after },
      restarts: restarting.some((each) => each.device.id === device.id),
    })),
  );
  return {
    changes: changed.flatMap(({ after, device }) =>
      describeDeviceChanges({ ...presentFacts(device), deviceId: device.id }, device.settings, after),
    ),
    devices: changed.map(({ device, lines }) => ({
      id: device.id,
      name: device.name,
      model: device.model,
      online: getDeviceState(device.state).countsOnline,
      restarts: restarting.some((each) => each.device.id === device.id),
      items: [...new Set(lines.map(({ item, setting }) => item || setting))],
    })),
    /** Places of the clients whose connection the changes can interrupt. */
    clients,
    costs: [
      ...describeCosts(changed, restarting, moved, await countClientsIn(db, projectId, clients)),
      ...describeSharedAddresses(movedFixed, holders, after),
    ],
  };
}

const listFixed = (devices: readonly ProjectDevice[]) =>
  devices.flatMap(({ id, mac, managementIp: ip, name }) => (ip === undefined ? [] : [{ id, mac, ip, name }]));

/** Lists the other devices that report one of the new addresses now, as those with DHCP do. */
async function readReported(
  db: DbOrTx,
  projectId: number,
  moved: readonly { readonly ip: string }[],
  movedIds: ReadonlySet<string>,
): Promise<{ readonly name: string; readonly ip: string }[]> {
  if (moved.length === 0) return [];
  const rows = await db
    .selectFrom('devices')
    .innerJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.name', 'device_state.ip'])
    .where('devices.project_id', '=', projectId)
    .where(
      'device_state.ip',
      'in',
      moved.map(({ ip }) => ip),
    )
    .execute();
  return rows.flatMap(({ id, ip, name }) => (ip === null || movedIds.has(id) ? [] : [{ name, ip }]));
}

type Changed = Proposal & { readonly lines: ReturnType<typeof describeSettings> };

/**
 * Returns true if the changes restart the device, as changes of speed and VLAN do on some models
 * (specification §4).
 */
const isRestarting = ({ caps }: SettingsDevice, lines: Changed['lines']): boolean =>
  lines.some(
    (line) =>
      (caps.restartsOn.includes('speed') && isPortField(line, 'speed')) ||
      (caps.restartsOn.includes('vlan') && isPortField(line, 'vlans')),
  );

const isPortField = ({ path: [list, , field] }: ConfigChange, name: string): boolean =>
  list === 'ports' && field === name;

function describeCosts(
  changed: readonly Changed[],
  restarting: readonly Changed[],
  moved: readonly Changed[],
  clients: number,
): string[] {
  const names = (list: readonly Changed[]) => list.map(({ device }) => device.name).join(', ');
  const reparented = changed.filter(({ lines }) => lines.some(({ path }) => path[0] === 'mesh'));
  const cut = changed.filter(({ lines }) =>
    lines.some((line) => isPortField(line, 'enabled') && line.after === 'disabled'),
  );
  return [
    ...(clients > 0
      ? [`Up to ${clients} ${clients === 1 ? 'client' : 'clients'} on these ports may drop briefly.`]
      : []),
    ...(restarting.length > 0 ? [`${names(restarting)}: this change causes a restart of about 1 min.`] : []),
    ...[
      ...Map.groupBy(moved, ({ device: { caps, sn } }) => describeAddressChange({ kind: caps.kind, sn })),
    ].map(([consequences, list]) => `${names(list)}: its address changes. ${consequences}`),
    ...(reparented.length > 0
      ? [
          `${names(reparented)}: if it connects to another node, its clients and the nodes below it lose the connection briefly.`,
        ]
      : []),
    ...(cut.length > 0 ? [`${names(cut)}: devices on a disabled port lose their connection.`] : []),
  ];
}
