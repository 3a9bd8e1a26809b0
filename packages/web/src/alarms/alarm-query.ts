import {
  ALARM_KINDS,
  ALARM_SEVERITIES,
  type AlarmFilter,
  type AlarmKind,
  READ_STATES,
} from '@northlight/contract';
import { type FilterToken, onlyValue } from '../kit/grid/index.ts';
import { readWord, severityWord } from './words.ts';

type AlarmQuery = Pick<AlarmFilter, 'kind' | 'read' | 'severity' | 'state'>;

const STATES = { open: 'open', resolved: 'resolved' } as const;
const isState = (word: string): word is keyof typeof STATES => word in STATES;

/** What of the page's filter the server can look for, among all alarms; the page looks for the rest in what it is given. */
export function alarmQueryOf(tokens: readonly FilterToken[]): AlarmQuery {
  const wanted = (column: string): string => onlyValue(tokens, column) ?? '';
  const severity = ALARM_SEVERITIES.find(
    (each) => severityWord({ severity: each }).toLowerCase() === wanted('severity'),
  );
  const kind = Object.entries(ALARM_KINDS).find(([, { word }]) => word.toLowerCase() === wanted('kind'))?.[0];
  const read = Object.values(READ_STATES).find(
    (each) => readWord({ read: each }).toLowerCase() === wanted('read'),
  );
  const state = wanted('resolved');
  return {
    ...(severity && { severity }),
    ...(kind !== undefined && { kind: kind as AlarmKind }),
    ...(read !== undefined && { read: read === READ_STATES.read ? '1' : '0' }),
    ...(isState(state) && { state }),
  };
}
