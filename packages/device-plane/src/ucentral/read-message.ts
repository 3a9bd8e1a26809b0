import type { ClientReport, EventMessage } from '@northlight/contract/device-protocol';
import { parseMac } from '@northlight/contract/net';
import { sha256Hex } from '@northlight/runtime';
import { asList, asNumber, asObject, asText } from './untrusted-values.ts';

type UntrustedObject = Readonly<Record<string, unknown>>;

/** What a message that is no state and no answer means to us. */
export type ParsedMessage =
  | { readonly kind: 'event'; readonly event: EventMessage }
  | { readonly kind: 'joined'; readonly client: ClientReport }
  | { readonly kind: 'left'; readonly mac: string }
  /** An upgrade goes on: `failed` when it will not. */
  | {
      readonly kind: 'upgrade';
      readonly step: 'downloading' | 'upgrading';
      readonly percent: number | undefined;
      readonly failed: string | undefined;
    };

/** Of syslog: 0 emergency, 1 alert, 2 critical. */
const MAX_LOGGED_SEVERITY = 2;
/** A self-test below this is worth a word. */
const MIN_SANITY_PERCENT = 60;

/** Reads one message of a device; undefined for what says nothing to us, which is not wrong. */
export function readMessage(method: string, params: object, now: number): ParsedMessage | undefined {
  const told = asObject(params);
  switch (method) {
    case 'event':
      return readEvent(told, now);
    case 'alarm': {
      const data = asObject(told['data']);
      const text = asText(data['text'], 400) ?? asText(data['type_id'], 100) ?? 'Alarm';
      return event(
        'device-alarm',
        severityOf(data['severity']),
        text,
        [data['id'], data['time_created']],
        now,
      );
    }
    case 'log': {
      const text = asText(told['log'], 400);
      if (text === undefined || (asNumber(told['severity'], 0, 7) ?? 7) > MAX_LOGGED_SEVERITY)
        return undefined;
      return event('log', 'warning', text, [text], now);
    }
    case 'healthcheck': {
      const sanity = asNumber(told['sanity'], 0, 100) ?? 100;
      if (sanity >= MIN_SANITY_PERCENT) return undefined;
      // One word a day about the same state of health.
      const day = Math.floor(now / 86_400_000);
      return event('health', 'warning', `The self-test of the device found ${sanity} %.`, [day], now);
    }
    case 'crashlog':
    case 'rebootLog': {
      const lines = asList(told['loglines'] ?? told['info'], 50);
      const text =
        method === 'crashlog' ? 'The device crashed and started again.' : 'The device started again.';
      return event(method, method === 'crashlog' ? 'warning' : 'info', text, [told['date'], ...lines], now);
    }
    case 'recovery': {
      const text = 'The device is in recovery: it could not start with its configuration.';
      return event('recovery', 'critical', text, [told['firmware'], ...asList(told['loglines'], 50)], now);
    }
    default:
      return undefined;
  }
}

function readEvent(told: UntrustedObject, now: number): ParsedMessage | undefined {
  const [at, value] = asList(asObject(told['data'])['event'], 2);
  const { payload, type } = asObject(value);
  const name = asText(type, 40);
  if (name === undefined) return undefined;
  const data = asObject(payload);
  if (name === 'firmware_upgrade_status') return readProgress(data);
  const mac = parseMac(asText(data['client'], 17) ?? asText(data['station'], 17) ?? '');
  if (mac !== undefined && /\bjoin$/.test(name)) {
    const ssid = asText(data['ssid'], 64);
    return { kind: 'joined', client: { mac, ...(ssid !== undefined && { ssid }) } };
  }
  if (mac !== undefined && /\bleave$/.test(name)) return { kind: 'left', mac };
  const text = asText(data['text'], 400) ?? name;
  const meaning = event(name, 'info', text, [at, name, JSON.stringify(payload)], now);
  const port = /carrier/.test(name) ? asText(data['name'], 15) : undefined;
  if (port === undefined || meaning.kind !== 'event') return meaning;
  return { ...meaning, event: { ...meaning.event, data: { text, port } } };
}

function readProgress(data: UntrustedObject): ParsedMessage {
  const text = asText(data['text'], 300) ?? '';
  const operation = asText(data['operation'], 40)?.toLowerCase() ?? '';
  return {
    kind: 'upgrade',
    step: operation.includes('download') ? 'downloading' : 'upgrading',
    percent: asNumber(data['percentage'], 0, 100),
    failed: /fail|error/.test(operation) || /\bfail|\berror/i.test(text) ? text || operation : undefined,
  };
}

/** The same event told twice is one: its id is made of what makes it this one. */
function event(
  type: string,
  sev: EventMessage['sev'],
  text: string,
  occasion: readonly unknown[],
  now: number,
): ParsedMessage {
  const eid = sha256Hex(JSON.stringify([type, occasion])).slice(0, 40);
  return { kind: 'event', event: { eid, ts: now, type: type.slice(0, 40), sev, data: { text } } };
}

function severityOf(value: unknown): EventMessage['sev'] {
  const text = asText(value, 20)?.toLowerCase() ?? '';
  if (/crit|emerg|alert/.test(text)) return 'critical';
  return /info|notice|clear/.test(text) ? 'info' : 'warning';
}
