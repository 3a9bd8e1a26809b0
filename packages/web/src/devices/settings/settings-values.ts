import {
  checkDeviceSettings,
  type DeviceSettings,
  deviceSettings,
  findViolations,
  type LagSetting,
  type SettingsScope,
  STP_PRIORITY_DEFAULT,
} from '@northlight/contract';
import {
  findManagementErrors,
  type ManagementValues,
  toManagement,
  toManagementValues,
} from './management-values.ts';

export const MIRROR_DIRECTIONS = ['both', 'in', 'out'] as const;
export type MirrorDirection = (typeof MIRROR_DIRECTIONS)[number];

/** Values of all sections of a device's settings, which one button adds to the draft. */
export interface SettingsValues extends ManagementValues {
  readonly tree: boolean;
  readonly priority: number;
  readonly mirrorSources: string[];
  readonly mirrorDirection: MirrorDirection;
  readonly mirrorTarget: string | null;
  readonly lags: LagSetting[];
  /** Ports of a new aggregation; empty for none. */
  readonly lagPorts: string[];
  readonly lagMode: LagSetting['mode'];
  /** MAC address of the preferred parent; empty for automatic. */
  readonly preferredParent: string;
}

export function toSettingsValues(settings: DeviceSettings): SettingsValues {
  const { lags = [], management, mesh, mirror, spanningTree } = settings;
  return {
    ...toManagementValues(management),
    tree: spanningTree?.enabled ?? false,
    priority: spanningTree?.priority ?? STP_PRIORITY_DEFAULT,
    mirrorSources: mirror?.sources.map(({ port }) => port) ?? [],
    mirrorDirection: mirror?.sources[0]?.direction ?? 'both',
    mirrorTarget: mirror?.target ?? null,
    lags: [...lags],
    lagPorts: [],
    lagMode: 'lacp',
    preferredParent: mesh?.preferredParent ?? '',
  };
}

/** Returns the settings with the values of the form. Sections that the user did not edit keep their settings. */
export function toSettings(
  values: SettingsValues,
  settings: DeviceSettings,
  isEdited: (...fields: (keyof SettingsValues & string)[]) => boolean,
): DeviceSettings {
  const { lagMode, lagPorts, lags, mirrorDirection, mirrorSources, mirrorTarget } = values;
  const next: { -readonly [Key in keyof DeviceSettings]: DeviceSettings[Key] } = { ...settings };
  if (isEdited('tree', 'priority')) next.spanningTree = { enabled: values.tree, priority: values.priority };
  if (isEdited('mirrorSources', 'mirrorDirection', 'mirrorTarget')) {
    delete next.mirror;
    if (mirrorSources.length > 0 || mirrorTarget !== null)
      next.mirror = {
        sources: mirrorSources.map((port) => ({ port, direction: mirrorDirection })),
        target: mirrorTarget ?? '',
      };
  }
  if (isEdited('lags', 'lagPorts'))
    next.lags =
      lagPorts.length === 0 ? lags : [...lags, { id: findFreeLagId(lags), mode: lagMode, ports: lagPorts }];
  if (isEdited('mode', 'vlanId', 'ip', 'prefix', 'gateway', 'dns')) next.management = toManagement(values);
  if (isEdited('preferredParent')) {
    delete next.mesh;
    if (values.preferredParent !== '') next.mesh = { preferredParent: values.preferredParent };
  }
  return next;
}

function findFreeLagId(lags: readonly LagSetting[]): string {
  let number = 1;
  while (lags.some(({ id }) => id === `lag${number}`)) number += 1;
  return `lag${number}`;
}

/** Returns the error message by field, from the same schema and rules as on the server. */
export function findSettingsErrors(
  values: SettingsValues,
  next: DeviceSettings,
  scope: SettingsScope,
): Record<string, string> {
  const errors = next.management ? findManagementErrors(values, next, scope) : {};
  if ((values.mirrorSources.length === 0) !== (values.mirrorTarget === null))
    errors['mirrorSources'] = 'Choose source ports and a destination port.';
  if (values.lagPorts.length === 1) errors['lagPorts'] = 'Choose at least 2 ports.';
  for (const { message, path } of findViolations(deviceSettings, next, (each) =>
    checkDeviceSettings(each, scope),
  )) {
    const [part] = path.split('.');
    if (part === 'mirror') errors['mirrorSources'] ??= message;
    if (part === 'lags') errors['lagPorts'] ??= message;
    if (part === 'spanningTree') errors['tree'] ??= message;
    if (part === 'mesh') errors['preferredParent'] ??= message;
  }
  return errors;
}
