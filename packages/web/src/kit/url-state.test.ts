import { describe, expect, it, test } from 'vitest';
import { parseAppSearch, planNavigation } from './url-state.ts';

describe('parseAppSearch', () => {
  it('keeps valid parameters', () => {
    expect(parseAppSearch({ project: '500000', filter: 'State = Offline', junk: 1 })).toEqual({
      project: 500_000,
      filter: 'State = Offline',
    });
  });

  it('drops invalid project ids and empty texts', () => {
    expect(parseAppSearch({ project: 'x', sort: '', open: 12 })).toEqual({ open: '12' });
  });
});

test.each([
  ['opens a panel', {}, { open: 'a' }, false, 'push'],
  ['opens a dialog over a panel', { open: 'a' }, { dialog: 'review' }, true, 'push'],
  ['walks to another row', { open: 'a' }, { open: 'b' }, true, 'replace'],
  ['closes a panel that added its entry', { open: 'a' }, { open: undefined }, true, 'back'],
  ['closes the panel of a pasted link', { open: 'a' }, { open: undefined }, false, 'replace'],
  [
    'closes a panel with its tab',
    { open: 'a', tab: 'ports' },
    { open: undefined, tab: undefined },
    true,
    'back',
  ],
  ['filters', {}, { filter: 'x' }, false, 'replace'],
  ['filters and closes', { open: 'a' }, { open: undefined, filter: 'x' }, true, 'replace'],
] as const)(
  'a change that %s, from %j by %j with an overlay entry (%s), is planned as %s',
  (_title, before, patch, isOverlay, plan) => expect(planNavigation(before, patch, isOverlay)).toBe(plan),
);
