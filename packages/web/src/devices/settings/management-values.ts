import {
  checkDeviceSettings,
  type DeviceSettings,
  deviceSettings,
  findViolations,
  type ManagementSetting,
  type SettingsScope,
} from '@northlight/contract';

export interface ManagementValues extends Record<string, unknown> {
  readonly mode: ManagementSetting['mode'];
  readonly vlanId: string;
  readonly ip: string;
  readonly prefix: number;
  readonly gateway: string;
  /** DNS servers: up to two addresses, separated by commas or spaces. */
  readonly dns: string;
}

export function toManagementValues(now: ManagementSetting | undefined): ManagementValues {
  const fixed = now?.mode === 'static' ? now : undefined;
  return {
    mode: now?.mode ?? 'dhcp',
    vlanId: String(now?.vlanId ?? 1),
    ip: fixed?.ip ?? '',
    prefix: fixed?.prefix ?? 24,
    gateway: fixed?.gateway ?? '',
    dns: fixed?.dns.join(', ') ?? '',
  };
}

export function toManagement({
  dns,
  gateway,
  ip,
  mode,
  prefix,
  vlanId,
}: ManagementValues): ManagementSetting {
  const vlan = vlanId.trim() === '' ? Number.NaN : Number(vlanId);
  if (mode === 'dhcp') return { mode, vlanId: vlan };
  const servers = dns.split(/[\s,;]+/).filter((server) => server !== '');
  return { mode, vlanId: vlan, ip: ip.trim(), prefix, gateway: gateway.trim(), dns: servers };
}

/** Returns the error message by field, from the same schema and rules as on the server. */
export function findManagementErrors(
  values: ManagementValues,
  settings: DeviceSettings,
  scope: SettingsScope,
): Record<string, string> {
  const next = { ...settings, management: toManagement(values) };
  const errors: Record<string, string> = {};
  for (const { message, path } of findViolations(deviceSettings, next, (each) =>
    checkDeviceSettings(each, scope),
  )) {
    const [part, field = 'ip'] = path.split('.');
    if (part === 'management') errors[field] ??= message;
  }
  return errors;
}
