import { expect, it } from 'vitest';
import { SAVED_FILTERS_MAX } from '@northlight/contract';
import { findSaveObstacle, saveFilter } from './use-saved-filters.ts';

const offline = { name: 'Offline', filter: 'Status = Offline' };

it('keeps saved filters sorted by name, and replaces a filter of the same name', () => {
  const lobby = { name: 'Lobby', filter: 'lobby' };
  expect(saveFilter([offline], lobby)).toEqual([lobby, offline]);
  const changed = { name: 'Offline', filter: 'Status != Online' };
  expect(saveFilter([lobby, offline], changed)).toEqual([lobby, changed]);
});

it('refuses an empty name and more filters than the limit, but not a replacement', () => {
  const full = Array.from({ length: SAVED_FILTERS_MAX }, (_each, index) => ({
    name: `f${index}`,
    filter: 'x',
  }));
  expect(findSaveObstacle([], ' ')).toBe('Enter a name.');
  expect(findSaveObstacle(full, 'another')).toContain('The limit of 20');
  expect(findSaveObstacle(full, 'f3')).toBeUndefined();
  expect(findSaveObstacle([offline], 'another')).toBeUndefined();
});
