import { expect, it } from 'vitest';
import { parseActionLabel, formatActionLabel, formatResultLabel, formatAuditValue } from './audit-labels.ts';

it('formats actions and results as labels', () => {
  expect(formatActionLabel({ action: 'project.demo-copy' })).toBe('Project: demo copy');
  expect(formatActionLabel({ action: 'settings' })).toBe('Settings');
  expect(formatResultLabel({ result: 'ok' })).toBe('Done');
  expect(formatResultLabel({ result: 'refused' })).toBe('Refused');
});

it.each(['project.demo-copy', 'account.sign-out-everywhere', 'settings'])(
  'parses the action %s from its label',
  (action) => {
    expect(parseActionLabel(formatActionLabel({ action }))).toBe(action);
  },
);

it('indents JSON and leaves other text unchanged', () => {
  expect(formatAuditValue('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(formatAuditValue('read-only, permanent')).toBe('read-only, permanent');
});
