import { expect, it } from 'vitest';
import { actionOf, actionWord, resultWord, valueText } from './words.ts';

it('makes words of actions and results', () => {
  expect(actionWord({ action: 'project.demo-copy' })).toBe('Project: demo copy');
  expect(actionWord({ action: 'settings' })).toBe('Settings');
  expect(resultWord({ result: 'ok' })).toBe('Done');
  expect(resultWord({ result: 'refused' })).toBe('Refused');
});

it.each(['project.demo-copy', 'account.sign-out-everywhere', 'settings'])(
  'reads %s from its label',
  (action) => {
    expect(actionOf(actionWord({ action }))).toBe(action);
  },
);

it('unfolds JSON and leaves other text alone', () => {
  expect(valueText('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(valueText('read-only, permanent')).toBe('read-only, permanent');
});
