import { expect, it } from 'vitest';
import {
  parseActionLabel,
  formatActionLabel,
  formatActor,
  formatRecordTitle,
  formatResultLabel,
} from './audit-labels.ts';

it('formats actions and results as labels', () => {
  expect(formatActionLabel({ action: 'project.demo-copy' })).toBe('Create demo project');
  expect(formatActionLabel({ action: 'authority.sign-off' })).toBe('Authority: sign off');
  expect(formatActionLabel({ action: 'settings' })).toBe('Settings');
  expect(formatResultLabel({ result: 'ok' })).toBe('Done');
  expect(formatResultLabel({ result: 'refused' })).toBe('Refused');
});

it.each([
  [
    { action: 'device.configure', object: 'device SN1', objectName: 'device Core-1' },
    'Configure device: Core-1',
  ],
  [{ action: 'map.save', object: 'floor plan Basement' }, 'Save floor plan: Basement'],
  [{ action: 'network.apply', object: 'version 3' }, 'Apply network configuration: version 3'],
])('formats %o with its object as %s', (record, text) => {
  expect(formatRecordTitle(record)).toBe(text);
});

it.each(['project.demo-copy', 'restart.unschedule', 'account.sign-out-everywhere', 'settings'])(
  'parses the action %s from its label',
  (action) => {
    expect(parseActionLabel(formatActionLabel({ action }))).toBe(action);
  },
);

it.each([
  [{ actor: 'ines@example.com', actorName: 'Ines Silva' }, 'Ines Silva (ines@example.com)'],
  [{ actor: 'ines@example.com', actorName: undefined }, 'ines@example.com'],
  [{ actor: 'system', actorName: 'system' }, 'system'],
])('formats the actor of %o as %s', (record, text) => {
  expect(formatActor(record)).toBe(text);
});
