import { EMPTY_NETWORK_CONFIG, EMPTY_WIRELESS, type RadioSetting } from '@northlight/contract';
import { expect, test } from 'vitest';
import { findRadio, replaceRadio } from './radio-values.ts';

const PLANNED: RadioSetting = {
  deviceId: 'a',
  radioId: 'radio1',
  channel: 52,
  widthMhz: 80,
  powerDbm: 'auto',
  planned: true,
};
const CONFIG = { ...EMPTY_NETWORK_CONFIG, wireless: { ...EMPTY_WIRELESS, radios: [PLANNED] } };

test.each<[string, Partial<RadioSetting>, true | undefined]>([
  ['another channel', { channel: 36 }, undefined],
  ['another width', { widthMhz: 40 }, undefined],
  ['another power', { powerDbm: 17 }, true],
])('with %s, the mark of RF optimization is %s', (_name, change, planned) => {
  const next = replaceRadio(CONFIG, { ...PLANNED, ...change });
  expect(findRadio(next, 'a', 'radio1').planned).toBe(planned);
});
