import { expect, test } from 'vitest';
import { formatPortLabels } from './format-port-labels.ts';

test.each([
  [[], ''],
  [['LAN1', 'LAN2'], 'LAN1, LAN2'],
  [['LAN1', 'LAN3', 'LAN4', 'LAN5', 'LAN8'], 'LAN1, LAN3–5, LAN8'],
  [['1', '2', '3', 'SFP1', 'SFP2'], '1–3, SFP1, SFP2'],
  [['Console', 'LAN9', 'LAN10', 'LAN11'], 'Console, LAN9–11'],
])('formats %j as %s', (labels, text) => expect(formatPortLabels(labels)).toBe(text));
