import { expect, it } from 'vitest';
import { actionWord, resultWord, valueText } from './words.ts';

it('makes words of actions and results', () => {
  expect(actionWord({ action: 'project.demo-copy' })).toBe('Project: demo copy');
  expect(actionWord({ action: 'settings' })).toBe('Settings');
  expect(resultWord({ result: 'ok' })).toBe('Done');
  expect(resultWord({ result: 'refused' })).toBe('Refused');
});

it('unfolds JSON and leaves other text alone', () => {
  expect(valueText('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(valueText('read-only, permanent')).toBe('read-only, permanent');
});
