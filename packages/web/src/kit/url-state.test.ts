import { describe, expect, it, test } from 'vitest';
import { applyPatch, parseAppSearch, planNavigation } from './url-state.ts';

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
  ['adds an entry for an opened panel', {}, { open: 'a' }, false, 'push'],
  ['adds an entry for a dialog over a panel', { open: 'a' }, { dialog: 'review' }, true, 'push'],
  ['replaces the entry for another row in the open panel', { open: 'a' }, { open: 'b' }, true, 'replace'],
  ['goes back for a closed panel that had added its entry', { open: 'a' }, { open: undefined }, true, 'back'],
  [
    'replaces the entry for the closed panel of a pasted link',
    { open: 'a' },
    { open: undefined },
    false,
    'replace',
  ],
  [
    'goes back for a panel that is closed together with its tab',
    { open: 'a', tab: 'ports' },
    { open: undefined, tab: undefined },
    true,
    'back',
  ],
  ['replaces the entry for a filter', {}, { filter: 'x' }, false, 'replace'],
  [
    'replaces the entry for a filter that also closes a panel',
    { open: 'a' },
    { open: undefined, filter: 'x' },
    true,
    'replace',
  ],
] as const)('the browser history %s', (_title, before, patch, isOverlay, plan) =>
  expect(planNavigation(before, patch, isOverlay)).toBe(plan),
);

test.each([
  ['end with the device', { open: 'b' }, { open: 'b', tab: 'ports', ports: undefined }],
  ['end with the panel', { open: undefined }, { open: undefined, tab: 'ports', ports: undefined }],
  ['stay for the same device', { open: 'a', tab: 'data' }, { open: 'a', tab: 'data', ports: 'p1,p2' }],
  ['stay for other changes', { filter: 'x' }, { open: 'a', tab: 'ports', ports: 'p1,p2', filter: 'x' }],
  ['are set with another device', { open: 'b', ports: 'p3' }, { open: 'b', tab: 'ports', ports: 'p3' }],
])('chosen ports %s', (_title, patch, after) =>
  expect(applyPatch({ open: 'a', tab: 'ports', ports: 'p1,p2' }, patch)).toEqual(after),
);
