import { expect, test } from 'vitest';
import { BUILT_FLAGS, findLandingRoute, NAV, listVisibleNav } from './nav.ts';

const ALL = Object.fromEntries(NAV.map((item) => [item.flag, true]));

test('shows a menu item only if its flag is true and its access and its mode match', () => {
  expect(listVisibleNav('web', 0, {})).toEqual([]);
  expect(listVisibleNav('web', 0, ALL)).toHaveLength(NAV.length);
  const mesh = listVisibleNav('web', 1, ALL).map((item) => item.route);
  expect(mesh).not.toContain('/manage/rfconf');
  expect(mesh).not.toContain('/manage/backup');
  const openapi = listVisibleNav('openapi', 0, ALL).map((item) => item.route);
  for (const route of [
    '/overview/preview',
    '/overview/list',
    '/manage/wirelessconf',
    '/manage/authority',
    '/manage/rfconf',
  ])
    expect(openapi).not.toContain(route);
  expect(openapi).toContain('/manage/devconf');
});

test('chooses the overview as landing page of the console, and the first permitted page for a third-party session', () => {
  expect(findLandingRoute('web', 0, {})).toBe('/overview/preview');
  expect(findLandingRoute('openapi', 0, ALL)).toBe('/manage/status');
  expect(findLandingRoute('openapi', 0, { alarms: true, clients: true })).toBe('/manage/onlinelist');
});

test('the flag of every existing screen belongs to a menu item', () => {
  for (const flag of BUILT_FLAGS) expect(NAV.map((item) => item.flag)).toContain(flag);
});
