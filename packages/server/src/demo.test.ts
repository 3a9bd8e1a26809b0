import { expect, test } from 'vitest';
import { usesDemo } from './demo.ts';
import { readConfig } from './platform/config.ts';

test.each<[demo: string, roles: string, uses: boolean]>([
  ['on', '', true],
  ['on', 'api', true],
  ['on', 'gateway,demo', true],
  ['on', 'gateway,jobs', false],
  ['off', '', false],
])('with the demo %s, a process with the roles "%s" loads the code of the demo: %s', (demo, roles, uses) => {
  expect(usesDemo(readConfig({ NORTHLIGHT_DEMO: demo, NORTHLIGHT_ROLES: roles }))).toBe(uses);
});
