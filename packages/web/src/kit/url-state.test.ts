import { describe, expect, it } from 'vitest';
import { parseAppSearch } from './url-state.ts';

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
