import type { AlarmFilter } from '@northlight/contract';
import { expect, test } from 'vitest';
import type { FilterToken } from '../kit/grid/index.ts';
import { alarmQueryOf } from './alarm-query.ts';

const is = (column: string, value: string): FilterToken => ({ kind: 'is', column, value });

test.each<[readonly FilterToken[], Partial<AlarmFilter>]>([
  [[], {}],
  [[is('severity', 'Critical')], { severity: 'critical' }],
  [[is('kind', 'Device offline'), is('read', 'unread')], { kind: 'device-offline', read: '0' }],
  [[is('read', 'Read'), is('resolved', 'open')], { read: '1', state: 'open' }],
  [[is('resolved', 'Resolved')], { state: 'resolved' }],
  // Two values of a column widen each other, and what is excluded is no value: the page sorts that out.
  [[is('severity', 'Critical'), is('severity', 'Warning')], {}],
  [[{ kind: 'not', column: 'severity', value: 'Critical' }], {}],
  [[is('severity', 'Nonsense'), is('device', 'AP-1'), { kind: 'text', value: 'open' }], {}],
])('%j asks for %j', (tokens, query) => expect(alarmQueryOf(tokens)).toEqual(query));
