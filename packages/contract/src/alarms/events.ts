import type { EventMessage } from '../device-protocol/messages.ts';
import { parseMac } from '../net/index.ts';
import { describeEvent } from './describe-event.ts';
import type { AlarmKind, AlarmSeverity } from './names.ts';

/** Effect of a device event on alarms. */
export type EventMeaning =
  | {
      readonly is: 'raise';
      readonly kind: AlarmKind;
      readonly subject: string;
      readonly severity: AlarmSeverity;
      readonly event: string;
    }
  | { readonly is: 'clear'; readonly kind: AlarmKind; readonly subject: string }
  | { readonly is: 'port'; readonly port: string; readonly up: boolean }
  | { readonly is: 'parent'; readonly parentMac: string };

const PORT_CHANGE = /^(?:port|link|wired\.carrier)[-.](up|down)$/;
const CONDITIONS: Readonly<Record<string, AlarmKind>> = {
  'poe-budget': 'poe-budget',
  'poe-overload': 'poe-budget',
  'poe-fault': 'poe-fault',
  'poe-off': 'poe-fault',
  tamper: 'camera-tampered',
};
const PORT_LENGTH = 15;

/**
 * Returns the effect of an event; undefined for severity info. Changes of ports and parents are counted, conditions
 * last until cleared, and other events are momentary.
 */
export function interpretEvent(message: EventMessage): EventMeaning | undefined {
  const { data, sev, type } = message;
  const value = data['port'];
  const port =
    typeof value === 'string' && value.length > 0 && value.length <= PORT_LENGTH ? value : undefined;
  const change = PORT_CHANGE.exec(type)?.[1];
  if (change !== undefined && port !== undefined) return { is: 'port', port, up: change === 'up' };
  const parent = data['parent'];
  const parentMac = type === 'parent-changed' && typeof parent === 'string' ? parseMac(parent) : undefined;
  if (parentMac !== undefined) return { is: 'parent', parentMac };
  const event = describeEvent(message);
  const kind = CONDITIONS[type.replace(/-cleared$/, '')];
  if (kind === undefined)
    return sev === 'info'
      ? undefined
      : { is: 'raise', kind: 'device-event', subject: '', severity: sev, event };
  const subject = port ?? '';
  if (type.endsWith('-cleared') || data['cleared'] === true) return { is: 'clear', kind, subject };
  return { is: 'raise', kind, subject, severity: sev === 'info' ? 'warning' : sev, event };
}

const OLDEST_MS = 7 * 86_400_000;

/**
 * Returns the time of an event by the device's clock. If that time is implausible (1970, 2099, the future),
 * returns the time of arrival. Events that a device buffered while offline keep their order.
 */
export const getEventTime = (ts: number, receivedAt: number): number =>
  Number.isFinite(ts) && ts > receivedAt - OLDEST_MS && ts <= receivedAt ? ts : receivedAt;
