import type { ClientReport, EventMessage } from '@northlight/contract/device-protocol';
import { parseMac } from '@northlight/contract/net';
import { hashSha256Hex } from '@northlight/runtime';
import { parseList, parseNumber, parseObject, parseText, type UntrustedObject } from './untrusted-values.ts';

/** A parsed device message other than states and answers. */
export type ParsedMessage =
  | { readonly kind: 'event'; readonly event: EventMessage }
  | { readonly kind: 'joined'; readonly client: ClientReport }
  | { readonly kind: 'left'; readonly mac: string }
  /** Progress of an upgrade; `failed` is the reason of a failure. */
  | {
      readonly kind: 'upgrade';
      readonly step: 'downloading' | 'upgrading';
      readonly percent: number | undefined;
      readonly failed: string | undefined;
    };

/**
 * Highest number of a syslog severity that is used: 0 is emergency, 1 alert, 2 critical. Less severe lines
 * are ignored.
 */
const MAX_LOGGED_SEVERITY = 2;
/** Self-test result (%) below which an event is raised. */
const MIN_SANITY_PERCENT = 60;

/** Parses one message of a device; undefined for messages that are not used. */
export function readMessage(method: string, params: object, now: number): ParsedMessage | undefined {
  const fields = parseObject(params);
  switch (method) {
    case 'event':
      return readEvent(fields, now);
    case 'alarm': {
      const data = parseObject(fields['data']);
      const text = parseText(data['text'], 400) ?? parseText(data['type_id'], 100) ?? 'Alarm';
      return makeEvent(
        'device-alarm',
        parseSeverity(data['severity']),
        text,
        [data['id'], data['time_created']],
        now,
      );
    }
    case 'log': {
      const text = parseText(fields['log'], 400);
      if (text === undefined || (parseNumber(fields['severity'], 0, 7) ?? 7) > MAX_LOGGED_SEVERITY)
        return undefined;
      return makeEvent('log', 'warning', text, [text], now);
    }
    case 'healthcheck': {
      const sanity = parseNumber(fields['sanity'], 0, 100) ?? 100;
      if (sanity >= MIN_SANITY_PERCENT) return undefined;
      // Uses the day in the id, so that one event per day is raised.
      const day = Math.floor(now / 86_400_000);
      return makeEvent(
        'health',
        'warning',
        `The self-test of the device reports a health of ${sanity}%.`,
        [day],
        now,
      );
    }
    case 'crashlog':
    case 'rebootLog': {
      const lines = parseList(fields['loglines'] ?? fields['info'], 50);
      const text =
        method === 'crashlog' ? 'The device crashed and started again.' : 'The device started again.';
      return makeEvent(
        method,
        method === 'crashlog' ? 'warning' : 'info',
        text,
        [fields['date'], ...lines],
        now,
      );
    }
    case 'recovery': {
      const text = 'The device is in recovery: it could not start with its configuration.';
      return makeEvent(
        'recovery',
        'critical',
        text,
        [fields['firmware'], ...parseList(fields['loglines'], 50)],
        now,
      );
    }
    default:
      return undefined;
  }
}

function readEvent(fields: UntrustedObject, now: number): ParsedMessage | undefined {
  const [at, value] = parseList(parseObject(fields['data'])['event'], 2);
  const { payload, type } = parseObject(value);
  const name = parseText(type, 40);
  if (name === undefined) return undefined;
  const data = parseObject(payload);
  if (name === 'firmware_upgrade_status') return readProgress(data);
  const mac = parseMac(parseText(data['client'], 17) ?? parseText(data['station'], 17) ?? '');
  if (mac !== undefined && /\bjoin$/.test(name)) {
    const ssid = parseText(data['ssid'], 64);
    return { kind: 'joined', client: { mac, ...(ssid !== undefined && { ssid }) } };
  }
  if (mac !== undefined && /\bleave$/.test(name)) return { kind: 'left', mac };
  const text = parseText(data['text'], 400) ?? name;
  const message = makeEvent(name, 'info', text, [at, name, JSON.stringify(payload)], now);
  const port = /carrier/.test(name) ? parseText(data['name'], 15) : undefined;
  if (port === undefined || message.kind !== 'event') return message;
  return { ...message, event: { ...message.event, data: { text, port } } };
}

function readProgress(data: UntrustedObject): ParsedMessage {
  const text = parseText(data['text'], 300) ?? '';
  const operation = parseText(data['operation'], 40)?.toLowerCase() ?? '';
  return {
    kind: 'upgrade',
    step: operation.includes('download') ? 'downloading' : 'upgrading',
    percent: parseNumber(data['percentage'], 0, 100),
    failed: /fail|error/.test(operation) || /\bfail|\berror/i.test(text) ? text || operation : undefined,
  };
}

/** Builds an event whose id is derived from its type and `occasion`, so that a repeated event has the same id. */
function makeEvent(
  type: string,
  sev: EventMessage['sev'],
  text: string,
  occasion: readonly unknown[],
  now: number,
): ParsedMessage {
  const eid = hashSha256Hex(JSON.stringify([type, occasion])).slice(0, 40);
  return { kind: 'event', event: { eid, ts: now, type: type.slice(0, 40), sev, data: { text } } };
}

/** Alarm severities of switches by their number: critical, major, minor, warning, informational. */
const ALARM_SEVERITIES: readonly EventMessage['sev'][] = [
  'critical',
  'critical',
  'warning',
  'warning',
  'info',
];

/** Returns the severity of an alarm, from its number (also as text) or its name. */
function parseSeverity(value: unknown): EventMessage['sev'] {
  const text = parseText(typeof value === 'number' ? String(value) : value, 20)?.toLowerCase() ?? '';
  const numbered = /^\d$/.test(text) ? ALARM_SEVERITIES[Number(text)] : undefined;
  if (numbered) return numbered;
  if (/crit|emerg|alert/.test(text)) return 'critical';
  return /info|notice|clear/.test(text) ? 'info' : 'warning';
}
