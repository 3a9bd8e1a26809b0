import { EMPTY_NETWORK_CONFIG, EMPTY_WIRELESS, type RadioSetting } from '@northlight/contract';
import { expect, test } from 'vitest';
import { findRadio, replaceRadio } from './radio-values.ts';

const PLANNED: RadioSetting = {
  deviceId: 'a',
  radioId: 'radio1',
  channel: 52,
  widthMhz: 80,
  powerDbm: 14,
  planned: true,
  loweredFromDbm: 20,
};
const CONFIG = { ...EMPTY_NETWORK_CONFIG, wireless: { ...EMPTY_WIRELESS, radios: [PLANNED] } };

test.each<[string, Partial<RadioSetting>, Pick<RadioSetting, 'loweredFromDbm' | 'planned'>]>([
  ['another channel', { channel: 36 }, { loweredFromDbm: 20 }],
  ['another width', { widthMhz: 40 }, { loweredFromDbm: 20 }],
  ['another power', { powerDbm: 17 }, { planned: true }],
  ['the radio turned off', { off: true }, { planned: true, loweredFromDbm: 20 }],
])('with %s, the marks of RF optimization are %o', (_name, change, { loweredFromDbm, planned }) => {
  const next = replaceRadio(CONFIG, { ...PLANNED, ...change });
  const set = findRadio(next, 'a', 'radio1');
  expect([set.planned, set.loweredFromDbm]).toEqual([planned, loweredFromDbm]);
});

test('a radio that is only turned off keeps its entry', () => {
  const off = { ...PLANNED, channel: 'auto', widthMhz: 'auto', powerDbm: 'auto', off: true } as const;
  expect(findRadio(replaceRadio(CONFIG, off), 'a', 'radio1').off).toBe(true);
});
