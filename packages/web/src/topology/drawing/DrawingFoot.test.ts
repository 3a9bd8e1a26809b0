import { expect, test } from 'vitest';
import { listTips } from './DrawingFoot.tsx';

const listIds = (...options: Parameters<typeof listTips>): string[] =>
  listTips(...options).map(({ id }) => id);

test('lists the tips that are not dismissed', () =>
  expect(listIds(['link', 'path'], true)).toEqual(['search', 'history', 'edit']));

test('lists no tip about editing for readers', () => expect(listIds([], false)).not.toContain('edit'));
