import type { Adaption, BackupPart } from '../backups/index.ts';
import type { Capabilities } from '../device-protocol/capabilities.ts';
import {
  checkDeviceSettings,
  type DeviceSettings,
  getDefaultPort,
  type PortSetting,
  type SettingsScope,
} from '../device-settings/index.ts';
import { matchPorts } from './match-hardware.ts';

interface Adapted<Value> {
  readonly value: Value;
  readonly adaptions: readonly Adaption[];
}

export const NO_PORT = 'The new model has no such port.';
const NO_COUNTERPARTS = 'The new model has no counterpart of all its ports.';
/** More steps than a document has settings. */
const STEPS_MAX = 2_000;

/**
 * Returns the settings of a device for another model: ports with the ids of their counterparts, without the parts that the
 * new hardware does not support. `scope` describes the new hardware.
 */
export function adaptSettings(
  settings: DeviceSettings,
  from: Capabilities,
  scope: SettingsScope,
): Adapted<DeviceSettings> {
  const moved = movePorts(settings, from, scope.caps);
  // Items have the labels of the backup or of the replaced hardware, whose ports can have other positions.
  const origins = new Map([...matchPorts(from, scope.caps)].map(([own, other]) => [other, own] as const));
  const label = (id: string) => findLabel(from, origins.get(id) ?? id);
  const adaptions = [...moved.adaptions];
  let { value } = moved;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const [violation] = checkDeviceSettings(value, scope);
    if (!violation) break;
    const path = violation.path.split('.');
    const item = nameItem(value, path, label);
    value = dropEmptyLists(loosen(value, path, scope.caps));
    const outcome = path[0] === 'ports' && path.length > 1 ? 'adapted' : 'skipped';
    adaptions.push({ part: findPart(path[0]), item, outcome, reason: violation.message });
  }
  return { value, adaptions };
}

const findLabel = ({ ports }: Capabilities, id: string): string =>
  ports.find((port) => port.id === id)?.label ?? id;

function movePorts(settings: DeviceSettings, from: Capabilities, to: Capabilities): Adapted<DeviceSettings> {
  const { lags, mirror, ports, ...others } = settings;
  const pairs = matchPorts(from, to);
  const item = (id: string) => `Port ${findLabel(from, id)}`;
  const adaptions = (ports ?? []).flatMap(({ id }): Adaption[] => {
    const counterpart = pairs.get(id);
    if (counterpart === undefined)
      return [{ part: 'ports', item: item(id), outcome: 'skipped', reason: NO_PORT }];
    const reason = `It is now ${findLabel(to, counterpart)}.`;
    return counterpart === id ? [] : [{ part: 'ports', item: item(id), outcome: 'adapted', reason }];
  });
  const move = (ids: readonly string[]): string[] => ids.flatMap((id) => pairs.get(id) ?? []);
  const movedLags = lags?.map((lag) => ({ ...lag, ports: move(lag.ports) }));
  for (const [index, lag] of (lags ?? []).entries())
    if ((movedLags?.[index]?.ports.length ?? 0) < lag.ports.length)
      adaptions.push({
        part: 'ports',
        item: `Aggregation ${lag.id}`,
        outcome: 'adapted',
        reason: NO_COUNTERPARTS,
      });
  const target = mirror && pairs.get(mirror.target);
  const sources = (mirror?.sources ?? []).flatMap((source) =>
    move([source.port]).map((port) => ({ ...source, port })),
  );
  if (mirror && (target === undefined || sources.length < mirror.sources.length))
    adaptions.push({ part: 'ports', item: 'Port mirroring', outcome: 'adapted', reason: NO_COUNTERPARTS });
  return {
    adaptions,
    value: dropEmptyLists({
      ...others,
      ...(ports && { ports: ports.flatMap((port) => move([port.id]).map((id) => ({ ...port, id }))) }),
      ...(movedLags && { lags: movedLags.filter((lag) => lag.ports.length >= 2) }),
      ...(target !== undefined && { mirror: { target, sources } }),
    }),
  };
}

/** Removes parts without content, which the schema does not accept or which have no meaning. */
function dropEmptyLists(settings: DeviceSettings): DeviceSettings {
  const { lags, mirror, ports, ...others } = settings;
  return {
    ...others,
    ...(ports && ports.length > 0 && { ports }),
    ...(lags && lags.length > 0 && { lags }),
    ...(mirror && mirror.sources.length > 0 && { mirror }),
  };
}

const PART_LABELS: Readonly<Record<string, string>> = {
  ports: 'Ports',
  lags: 'Aggregations',
  mirror: 'Port mirroring',
  spanningTree: 'Spanning tree',
  management: 'Management address',
  mesh: 'Preferred parent',
};

const PARTS: Readonly<Record<string, BackupPart>> = {
  spanningTree: 'spanningTree',
  management: 'management',
  mesh: 'mesh',
};

const findPart = (part = ''): BackupPart => PARTS[part] ?? 'ports';

function nameItem(
  { lags, ports }: DeviceSettings,
  [part = '', index]: readonly string[],
  label: (portId: string) => string,
): string {
  const at = Number(index);
  const port = part === 'ports' ? ports?.[at] : undefined;
  if (port) return `Port ${label(port.id)}`;
  const lag = part === 'lags' ? (lags?.[at] ?? lags?.at(-1)) : undefined;
  return lag ? `Aggregation ${lag.id}` : (PART_LABELS[part] ?? part);
}

/** Returns the settings without what a rule does not accept, as little as possible. */
function loosen(settings: DeviceSettings, path: readonly string[], caps: Capabilities): DeviceSettings {
  const [part, index] = path;
  const at = index === undefined ? undefined : Number(index);
  const { lags = [], mirror, ports = [] } = settings;
  if (part === 'ports' && at !== undefined)
    return { ...settings, ports: loosenPort(ports, at, path[2], caps) };
  if (part === 'lags') return { ...settings, lags: lags.toSpliced(at ?? -1, 1) };
  if (part === 'mirror' && mirror && index === 'sources')
    return { ...settings, mirror: { ...mirror, sources: mirror.sources.toSpliced(Number(path[2]), 1) } };
  const { [part as keyof DeviceSettings]: _dropped, ...others } = settings;
  return others;
}

/** Gives one field of a port its default; removes the port if it has the default. */
function loosenPort(
  ports: readonly PortSetting[],
  index: number,
  field: string | undefined,
  caps: Capabilities,
): PortSetting[] {
  const port = ports[index];
  const known = caps.ports.find(({ id }) => id === port?.id);
  if (!port || !known || field === undefined) return ports.toSpliced(index, 1);
  const key = field as keyof PortSetting;
  const { [key]: before, ...others } = port;
  const { [key]: usual } = getDefaultPort(known);
  if (before === usual) return ports.toSpliced(index, 1);
  return ports.with(index, { ...others, ...(usual !== undefined && { [key]: usual }) } as PortSetting);
}
