import { expect, it } from 'vitest';
import { parseActionLabel, actionLabel, resultLabel, valueText } from './audit-labels.ts';

it('formats actions and results as labels', () => {
  expect(actionLabel({ action: 'project.demo-copy' })).toBe('Project: demo copy');
  expect(actionLabel({ action: 'settings' })).toBe('Settings');
  expect(resultLabel({ result: 'ok' })).toBe('Done');
  expect(resultLabel({ result: 'refused' })).toBe('Refused');
});

it.each(['project.demo-copy', 'account.sign-out-everywhere', 'settings'])(
  'parses %s from its label',
  (action) => {
    expect(parseActionLabel(actionLabel({ action }))).toBe(action);
  },
);

it('indents JSON and leaves other text unchanged', () => {
  expect(valueText('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(valueText('read-only, permanent')).toBe('read-only, permanent');
});
