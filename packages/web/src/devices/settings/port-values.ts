import {
  checkDeviceSettings,
  type DeviceSettings,
  listEffectivePorts,
  portSetting,
  type PortSetting,
  type TerminalType,
} from '@northlight/contract';
import { ALL_VLANS, type Capabilities } from '@northlight/contract/device-protocol';
import { formatVlanList, parseVlanList } from '@northlight/contract/net';
import { findFieldError } from '../../kit/form/zod-errors.ts';

/**
 * Value of a field in which the chosen ports differ; the field stays unchanged unless the user selects
 * another value.
 */
export const MIXED_VALUE = 'mixed';
const ALL_TEXT = 'all';

type OnOff = 'on' | 'off' | typeof MIXED_VALUE;

/** Form values of one or more ports. Numbers are texts, so that a field can be empty. */
export interface PortValues extends Record<string, string> {
  enabled: OnOff;
  mode: PortSetting['mode'] | typeof MIXED_VALUE;
  pvid: string;
  tagged: string;
  untagged: string;
  speed: string;
  duplex: PortSetting['duplex'] | typeof MIXED_VALUE;
  ingress: string;
  egress: string;
  eee: OnOff;
  poe: OnOff;
  remark: string;
  terminal: TerminalType | typeof MIXED_VALUE;
}

const onOff = (on: boolean | undefined): OnOff => (on === true ? 'on' : 'off');
const vlansText = (list: PortSetting['tagged']): string =>
  list === ALL_VLANS ? ALL_TEXT : formatVlanList(list);
const rateText = (kbps: number | undefined): string => (kbps === undefined ? '' : String(kbps));

function valuesOfPort(port: PortSetting): PortValues {
  return {
    enabled: onOff(port.enabled),
    mode: port.mode,
    pvid: String(port.pvid),
    tagged: vlansText(port.tagged),
    untagged: vlansText(port.untagged),
    speed: String(port.speedMbps),
    duplex: port.duplex,
    ingress: rateText(port.ingressKbps),
    egress: rateText(port.egressKbps),
    eee: onOff(port.eee),
    poe: onOff(port.poe),
    remark: port.remark ?? '',
    terminal: port.terminal ?? 'none',
  };
}

/** Returns the form values of the chosen ports. A field in which they differ is `MIXED_VALUE`. */
export function toPortValues(ports: readonly PortSetting[]): PortValues {
  const [first, ...others] = ports.map(valuesOfPort);
  if (!first) throw new Error('A form needs a port.');
  const common = Object.entries(first).map(([field, value]) => [
    field,
    others.every((other) => other[field] === value) ? value : MIXED_VALUE,
  ]);
  return Object.fromEntries(common) as PortValues;
}

type ParsedField = { readonly value: Partial<PortSetting> } | { readonly error: string };

const parseVlanField = (field: 'tagged' | 'untagged', text: string): ParsedField => {
  if (field === 'tagged' && text.trim().toLowerCase() === ALL_TEXT) return { value: { tagged: ALL_VLANS } };
  if (text.trim() === '') return { value: { [field]: [] } };
  const parsed = parseVlanList(text);
  return parsed.ok ? { value: { [field]: [...parsed.value] } } : { error: parsed.reason };
};

const parseRateField = (field: 'ingressKbps' | 'egressKbps', text: string): ParsedField => {
  if (text.trim() === '') return { value: { [field]: undefined } };
  return validateField(field, parseNumber(text));
};

const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Validates a value with the schema of its field in a port setting. */
function validateField(field: 'pvid' | 'ingressKbps' | 'egressKbps' | 'remark', value: unknown): ParsedField {
  const message = findFieldError(field, portSetting.shape[field], value)[field];
  return message === undefined ? { value: { [field]: value } } : { error: message };
}

function readField(field: string, text: string): ParsedField {
  switch (field) {
    case 'enabled':
    case 'eee':
    case 'poe':
      return { value: { [field]: text === 'on' } };
    case 'mode':
    case 'duplex':
    case 'terminal':
      return { value: { [field]: text } };
    case 'pvid':
      return validateField('pvid', parseNumber(text));
    case 'tagged':
    case 'untagged':
      return parseVlanField(field, text);
    case 'speed':
      return { value: { speedMbps: Number(text) } };
    case 'ingress':
      return parseRateField('ingressKbps', text);
    case 'egress':
      return parseRateField('egressKbps', text);
    default: {
      const remark = text.trim();
      return validateField('remark', remark === '' ? undefined : remark);
    }
  }
}

const FIELD_OF: Readonly<Record<string, string>> = {
  speedMbps: 'speed',
  ingressKbps: 'ingress',
  egressKbps: 'egress',
};

/** Applies the form's changes to these ports. Returns the settings, or error messages by field. */
export function replacePorts(
  caps: Capabilities,
  settings: DeviceSettings,
  ids: readonly string[],
  values: PortValues,
): { readonly settings: DeviceSettings } | { readonly errors: Record<string, string> } {
  const before = listEffectivePorts(caps, settings).filter(({ id }) => ids.includes(id));
  const shown = toPortValues(before);
  const errors: Record<string, string> = {};
  let patch: Partial<PortSetting> = {};
  for (const [field, text] of Object.entries(values)) {
    if (text === shown[field]) continue;
    const parsed = readField(field, text);
    if ('error' in parsed) errors[field] = parsed.error;
    else patch = { ...patch, ...parsed.value };
  }
  // Clears the VLANs that the new mode does not use.
  if (patch.mode === 'access') patch = { ...patch, tagged: [], untagged: [] };
  if (patch.mode === 'trunk') patch = { ...patch, untagged: [] };
  if (Object.keys(errors).length > 0) return { errors };
  const changed = new Map(
    before.map((port) => [port.id, removeUnsupportedPoe({ ...port, ...patch }, port)] as const),
  );
  const own = new Set([...(settings.ports ?? []).map(({ id }) => id), ...ids]);
  const ports = listEffectivePorts(caps, settings)
    .filter(({ id }) => own.has(id))
    .map((port) => changed.get(port.id) ?? port);
  const after = { ...settings, ports };
  for (const { path, message } of checkDeviceSettings(after, { caps, lanAddresses: [] })) {
    const [part, index, field = 'id'] = path.split('.');
    const id = part === 'ports' ? ports[Number(index)]?.id : undefined;
    if (id !== undefined && ids.includes(id)) errors[FIELD_OF[field] ?? field] ??= message;
  }
  return Object.keys(errors).length > 0 ? { errors } : { settings: after };
}

/** Removes the PoE setting from a port without PoE. */
const removeUnsupportedPoe = (after: PortSetting, before: PortSetting): PortSetting => {
  const { poe, ...rest } = after;
  return before.poe === undefined ? rest : { ...rest, poe: poe ?? false };
};
