import {
  CANNOT_ROLL_BACK,
  canRollBack,
  type ConfigChange,
  describeSettings,
  type DeviceSettings,
  getDeviceState,
  ROLLS_BACK,
  type SettingsReview,
} from '@northlight/contract';
import type { DbOrTx } from '../../platform/db/database.ts';
import { countInterruptedClients } from './affected-clients.ts';
import type { SettingsDevice } from './settings-devices.ts';

/** New settings of one device; `path` is the prefix of its fields in the request. */
export interface Proposal {
  readonly device: SettingsDevice;
  readonly after: DeviceSettings;
  readonly path: string;
}

/** Describes the changes that new settings make, and their consequences. */
export async function presentReview(
  db: DbOrTx,
  projectId: number,
  proposals: readonly Proposal[],
  refused: SettingsReview['refused'],
): Promise<Omit<SettingsReview, 'broken'>> {
  const changed = proposals.flatMap(({ device, after }) => {
    const nameOf = (mac: string) => device.mesh?.nodes.find((node) => node.mac === mac)?.name ?? mac;
    const lines = describeSettings(device.caps, device.settings, after, nameOf);
    return lines.length > 0 ? [{ device, after, lines }] : [];
  });
  const several = proposals.length > 1;
  const restarting = changed.filter(({ device, lines }) => isRestarting(device, lines));
  const clients = await countInterruptedClients(
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
    changes: changed.flatMap(({ device, lines }) =>
      lines.map((line) => (several ? { ...line, setting: `${device.name}: ${line.setting}` } : line)),
    ),
    devices: changed.map(({ device }) => ({
      id: device.id,
      name: device.name,
      model: device.model,
      online: getDeviceState(device.state).countsOnline,
      restarts: restarting.some((each) => each.device.id === device.id),
    })),
    clientsAffected: clients,
    clientsTouched: clients,
    costs: describeCosts(changed, restarting, clients),
    refused,
  };
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
  changed: readonly Omit<Changed, 'path'>[],
  restarting: readonly Omit<Changed, 'path'>[],
  clients: number,
): string[] {
  const names = (list: readonly Omit<Changed, 'path'>[]) => list.map(({ device }) => device.name).join(', ');
  const moved = changed.filter(({ lines }) => lines.some(({ path }) => path[0] === 'management'));
  const reparented = changed.filter(({ lines }) => lines.some(({ path }) => path[0] === 'mesh'));
  const cut = changed.filter(({ lines }) =>
    lines.some((line) => isPortField(line, 'enabled') && line.after === 'disabled'),
  );
  return [
    ...(clients > 0
      ? [`Up to ${clients} ${clients === 1 ? 'client' : 'clients'} on these ports may drop briefly.`]
      : []),
    ...(restarting.length > 0 ? [`${names(restarting)}: this change causes a restart of about 1 min.`] : []),
    ...[true, false].flatMap((rollsBack) => {
      const list = moved.filter(({ device }) => canRollBack(device) === rollsBack);
      return list.length > 0
        ? [`${names(list)}: its address changes. ${rollsBack ? ROLLS_BACK : CANNOT_ROLL_BACK}`]
        : [];
    }),
    ...(reparented.length > 0
      ? [
          `${names(reparented)}: if it connects to another node, its clients and the nodes below it lose the connection briefly.`,
        ]
      : []),
    ...(cut.length > 0 ? [`${names(cut)}: devices on a disabled port lose their connection.`] : []),
  ];
}
