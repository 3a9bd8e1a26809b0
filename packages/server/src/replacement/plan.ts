import {
  type Adaption,
  adaptContent,
  DomainError,
  findCapabilities,
  findNewViolations,
  formatModelName,
  isSame,
  KIND_LABELS,
  listGatewayAddresses,
  moveAddress,
  type NetworkConfig,
  type ProjectContent,
} from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { Hardware, ReplacedDeviceRow } from '../devices/index.ts';
import { buildScope, listProjectDevices, readConfig, readSettings } from '../network/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { readNetworkProject } from '../projects/index.ts';

export interface ReplacementPlan {
  readonly config: NetworkConfig;
  /** Settings that differ from the present ones, of the device and of those that name it. */
  readonly settings: ProjectContent['devices'];
  readonly adaptions: readonly Adaption[];
}

/**
 * Returns the capabilities of new hardware: those that it has reported, or that are known of its model. The same model keeps
 * those that the device has reported, until it reports its own. Throws if the hardware is of another kind.
 */
export function readCapabilities(
  device: ReplacedDeviceRow,
  { caps: reported, model }: { readonly model: string; readonly caps?: Capabilities | undefined },
): Capabilities {
  const caps = reported ?? (model === device.model ? device.caps : findCapabilities(model));
  if (caps?.kind === device.kind) return caps;
  const kind = caps ? KIND_LABELS[caps.kind] : 'not supported';
  throw createRefusal(
    `${formatModelName(model)} is ${caps ? `of the kind ${kind}` : kind}. Replace ${device.name} by a device of its own kind, ${KIND_LABELS[device.caps.kind]}.`,
  );
}

/** Plans the configuration of a project for new hardware of a device. Throws if it breaks a rule that cannot be adapted. */
export async function planReplacement(
  db: DbOrTx,
  projectId: number,
  device: ReplacedDeviceRow,
  hardware: Hardware,
): Promise<ReplacementPlan> {
  const [project, before, { config }, settings] = [
    await readNetworkProject(db, projectId),
    await listProjectDevices(db, projectId),
    await readConfig(db, projectId),
    await readSettings(db, projectId),
  ];
  const { caps, mac, model } = hardware;
  const after = before.map((each) => (each.id === device.id ? { ...each, caps, mac, model } : each));
  const scope = buildScope(after, project);
  const present: ProjectContent = {
    config,
    devices: [...settings].map(([deviceId, stored]) => ({ deviceId, settings: stored.settings })),
  };
  const moved = moveAddress(present, device.mac, mac);
  const isSameModel = model === device.model;
  const { content, adaptions } = isSameModel
    ? { content: moved, adaptions: [] }
    : adaptContent(
        moved,
        { id: device.id, role: device.role, from: device.caps, to: caps },
        { network: scope, settings: { lanAddresses: listGatewayAddresses(config) } },
      );
  const [violation] = isSameModel
    ? []
    : findNewViolations({ config, scope: buildScope(before, project) }, { config: content.config, scope });
  if (violation)
    throw createRefusal(`${formatModelName(model)} cannot run the configuration: ${violation.message}`);
  return {
    config: content.config,
    settings: content.devices.filter(
      (each, index) => !isSame(each.settings, present.devices[index]?.settings),
    ),
    adaptions,
  };
}

export const createRefusal = (message: string): DomainError =>
  new DomainError('invalidParameters', { message, fields: { sn: message } });
