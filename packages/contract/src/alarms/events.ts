import type { EventMessage } from '../device-protocol/messages.ts';
import type { AlarmKind, AlarmSeverity } from './names.ts';

/** What an event of a device is to the alarms. */
export type EventMeaning =
  | {
      readonly is: 'raise';
      readonly kind: AlarmKind;
      readonly subject: string;
      readonly severity: AlarmSeverity;
      readonly event: string;
    }
  | { readonly is: 'clear'; readonly kind: AlarmKind; readonly subject: string }
  | { readonly is: 'port'; readonly port: string; readonly up: boolean };

const PORT_CHANGE = /^(?:port|link|wired\.carrier)[-.](up|down)$/;
const CONDITIONS: Readonly<Record<string, AlarmKind>> = {
  'poe-budget': 'poe-budget',
  'poe-overload': 'poe-budget',
  'poe-fault': 'poe-fault',
  'poe-off': 'poe-fault',
};
const PORT_LENGTH = 15;

/** A port's ups and downs are counted, conditions last until they are cleared, all else is a moment; info says nothing. */
export function meaningOf({ type, sev, data }: EventMessage): EventMeaning | undefined {
  const told = data['port'];
  const port = typeof told === 'string' && told.length > 0 && told.length <= PORT_LENGTH ? told : undefined;
  const change = PORT_CHANGE.exec(type)?.[1];
  if (change !== undefined && port !== undefined) return { is: 'port', port, up: change === 'up' };
  const text = data['text'];
  const event = typeof text === 'string' ? text : type;
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
 * When an event was, by the device's clock as far as that can be believed: one of 1970, 2099 or of the hour to come is
 * replaced by when it arrived. Events that a device kept while it could not reach the cloud keep their order so.
 */
export const timeOfEvent = (ts: number, receivedAt: number): number =>
  Number.isFinite(ts) && ts > receivedAt - OLDEST_MS && ts <= receivedAt ? ts : receivedAt;
