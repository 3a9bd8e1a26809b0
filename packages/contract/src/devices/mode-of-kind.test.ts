import { expect, test } from 'vitest';
import { MODELS } from './models.ts';
import { fitsNetMode } from './mode-of-kind.ts';

test.each([
  ['gateway', 'WLAN projects only', true, false],
  ['ac', 'WLAN projects only', true, false],
  ['switch', 'projects of both modes', true, true],
  ['ap', 'projects of both modes', true, true],
  ['mesh', 'mesh projects only', false, true],
  ['wrouter', 'projects of both modes', true, true],
  ['cpe', 'projects of both modes', true, true],
  ['nvr', 'projects of both modes', true, true],
  ['ipc', 'projects of both modes', true, true],
] as const)('a device of the kind %s can be added to %s', (kind, _title, wlan, mesh) => {
  expect([fitsNetMode(kind, 0), fitsNetMode(kind, 1)]).toEqual([wlan, mesh]);
});

test('every model fits projects of at least one network mode', () => {
  for (const { capabilities } of MODELS)
    expect(fitsNetMode(capabilities.kind, 0) || fitsNetMode(capabilities.kind, 1)).toBe(true);
});
