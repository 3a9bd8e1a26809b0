import type { Project } from '@northlight/contract';
import { expect, test } from 'vitest';
import { suggestProject, listProjectChoices } from './project-choices.ts';

const project = (id: number, values: Partial<Project> = {}): Project =>
  ({ id, name: `P${id}`, property: 'own', can: { write: { allowed: true } }, ...values }) as Project;
const readOnly = { write: { allowed: false, code: 173, reason: 'Read only.' } } as Project['can'];

test('disables projects that cannot take the device and shows the reason', () => {
  const choices = listProjectChoices([
    project(1),
    project(2, { property: 'shared-read-only', can: readOnly }),
    project(3, { property: 'demo' }),
  ]);
  expect(choices.map(({ label, disabled }) => [label, disabled])).toEqual([
    ['P1', false],
    ['P2 (read-only)', true],
    ['P3 (demo)', true],
  ]);
  expect(suggestProject(choices, 2)).toBe('1');
  expect(suggestProject(choices, 1)).toBe('1');
  expect(suggestProject(listProjectChoices([project(1), project(4)]), undefined)).toBe('');
});
