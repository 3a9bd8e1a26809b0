import { type NetworkConfig, type NetworkScope, type PppoeLine, type Wan, wan } from '@northlight/contract';
import { findItemErrors, mapToFields } from '../../item-errors.ts';
import { type KeptSecret } from '../../KeptSecrets.tsx';

type Errors = Record<string, string>;

export interface LineValues {
  readonly user: string;
  /** New password; an empty one keeps the stored password. */
  readonly password: string;
  readonly passwordId: string | undefined;
}

export interface WanValues extends Record<string, unknown> {
  readonly mode: Wan['mode'];
  readonly ip: string;
  readonly prefix: number;
  readonly gateway: string;
  readonly lines: readonly LineValues[];
  readonly service: string;
  readonly dns1: string;
  readonly dns2: string;
}

export const EMPTY_LINE: LineValues = { user: '', password: '', passwordId: undefined };
const DHCP_VALUES: WanValues = {
  mode: 'dhcp',
  ip: '',
  prefix: 24,
  gateway: '',
  lines: [EMPTY_LINE],
  service: '',
  dns1: '',
  dns2: '',
};

export function toWanValues(setting: Wan | undefined): WanValues {
  if (!setting) return DHCP_VALUES;
  const [dns1 = '', dns2 = ''] = setting.dns;
  const common = { ...DHCP_VALUES, mode: setting.mode, dns1, dns2 };
  if (setting.mode === 'static')
    return { ...common, ip: setting.ip, prefix: setting.prefix, gateway: setting.gateway };
  if (setting.mode === 'dhcp') return common;
  const lines = setting.lines.map(({ password = '', passwordId, user }) => ({ user, password, passwordId }));
  return { ...common, lines, service: setting.service ?? '' };
}

export function toWan(
  { dns1, dns2, gateway, ip, lines, mode, prefix, service }: WanValues,
  port: string,
): Wan {
  const dns = [dns1.trim(), dns2.trim()].filter((address) => address !== '');
  if (mode === 'dhcp') return { mode, port, dns };
  if (mode === 'static') return { mode, port, ip: ip.trim(), prefix, gateway: gateway.trim(), dns };
  const access = service.trim();
  return { mode, port, lines: lines.map(toPppoeLine), ...(access !== '' && { service: access }), dns };
}

/** Uses the new password if there is one, otherwise the id of the stored password. */
const toPppoeLine = ({ password, passwordId, user }: LineValues): PppoeLine => ({
  user,
  ...(password !== '' ? { password } : passwordId !== undefined && { passwordId }),
});

/** Lists the stored passwords of PPPoE lines. */
export const listKeptPasswords = ({ lines, mode }: WanValues): KeptSecret[] =>
  mode === 'pppoe'
    ? lines.flatMap(({ passwordId, user }, index) =>
        passwordId === undefined
          ? []
          : [{ id: passwordId, label: `password of ${user || `line ${index + 1}`}` }],
      )
    : [];

const WAN_FIELDS: Readonly<Record<string, string>> = {
  'dns.0': 'dns1',
  'dns.1': 'dns2',
  dns: 'dns2',
  '': 'mode',
  port: 'mode',
  lines: 'mode',
};

export const findWanErrors = (
  values: WanValues,
  port: string,
  config: NetworkConfig,
  scope: NetworkScope,
): Errors =>
  mapToFields(
    findItemErrors({ list: 'wan', next: toWan(values, port), replaced: port, schema: wan }, config, scope),
    (path) => WAN_FIELDS[path] ?? path,
  );
