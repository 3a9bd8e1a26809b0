import { expect, test } from 'vitest';
import { MODELS } from './models.ts';
import { fitsNetMode } from './mode-of-kind.ts';

test.each([
  ['gateway', true, false],
  ['ac', true, false],
  ['switch', true, true],
  ['ap', true, true],
  ['mesh', false, true],
  ['wrouter', true, true],
  ['cpe', true, true],
  ['nvr', true, true],
  ['ipc', true, true],
] as const)('%s fits WLAN projects: %s, mesh projects: %s', (kind, wlan, mesh) => {
  expect([fitsNetMode(kind, 0), fitsNetMode(kind, 1)]).toEqual([wlan, mesh]);
});

test('fits every model into projects of at least one network mode', () => {
  for (const { capabilities } of MODELS)
    expect(fitsNetMode(capabilities.kind, 0) || fitsNetMode(capabilities.kind, 1)).toBe(true);
});
