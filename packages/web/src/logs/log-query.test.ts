import type { LogFilter } from '@northlight/contract';
import { expect, test } from 'vitest';
import type { FilterToken } from '../kit/grid/index.ts';
import { logQueryOf } from './log-query.ts';

const is = (column: string, value: string): FilterToken => ({ kind: 'is', column, value });
const text = (value: string): FilterToken => ({ kind: 'text', value });

test.each<[readonly FilterToken[], Partial<LogFilter>]>([
  [[], {}],
  [[is('severity', 'Warning')], { severity: 'warning' }],
  [[is('device', 'Lobby-AP'), text('online')], { search: 'lobby-ap' }],
  [[text('radar')], { search: 'radar' }],
  // The page finds these in other columns than the server looks at.
  [[text('2026-11-22 14:')], {}],
  [[text('warn')], {}],
  [[text('x'.repeat(61))], {}],
  [[is('device', 'A'), is('device', 'B')], {}],
])('%j asks for %j', (tokens, query) => expect(logQueryOf(tokens)).toEqual(query));
