import { expect, test } from 'vitest';
import { findBroken, WLAN } from './testing/fixtures.ts';
import { findCountryCode } from './rules-radios.ts';
import type { WirelessRuleScope } from './rules-scope.ts';
import type { WirelessConfig } from './schema.ts';

const OK: string[] = [];
const radio = (values: Partial<WirelessConfig['radios'][number]>): WirelessConfig['radios'][number] => ({
  deviceId: 'ap1',
  radioId: 'radio1',
  channel: 'auto',
  widthMhz: 'auto',
  powerDbm: 'auto',
  ...values,
});
const inCountry = (country: string): WirelessRuleScope => ({ ...WLAN, country });

test.each<[string, Partial<WirelessConfig['radios'][number]>, WirelessRuleScope, string[]]>([
  ['everything automatic', {}, WLAN, OK],
  ['a channel of the band', { channel: 36 }, WLAN, OK],
  ['a channel of another band', { channel: 6 }, WLAN, ['channel']],
  ['a number that is not a channel', { channel: 37 }, WLAN, ['channel']],
  ['a channel of the upper half on the lower radio', { deviceId: 'tri', channel: 100 }, WLAN, ['channel']],
  ['channel 13 in Germany', { radioId: 'radio0', channel: 13 }, inCountry('DE'), OK],
  ['channel 13 in the United States', { radioId: 'radio0', channel: 13 }, inCountry('US'), ['channel']],
  ['channel 120 in Canada', { channel: 120 }, inCountry('CA'), OK],
  ['channel 120 in Australia', { channel: 120 }, inCountry('AU'), ['channel']],
  ['80 MHz around 36', { channel: 36, widthMhz: 80 }, WLAN, OK],
  ['160 MHz around 36', { channel: 36, widthMhz: 160 }, WLAN, OK],
  ['160 MHz around 149', { channel: 149, widthMhz: 160 }, WLAN, ['widthMhz']],
  ['40 MHz around 165', { channel: 165, widthMhz: 40 }, WLAN, ['widthMhz']],
  ['40 MHz around 140 in Germany', { channel: 140, widthMhz: 40 }, inCountry('DE'), ['widthMhz']],
  ['40 MHz around 140 in the United States', { channel: 140, widthMhz: 40 }, inCountry('US'), OK],
  ['40 MHz on 2.4G', { radioId: 'radio0', channel: 6, widthMhz: 40 }, WLAN, OK],
  ['80 MHz on 2.4G', { radioId: 'radio0', widthMhz: 80 }, WLAN, ['widthMhz']],
  ['a radio that the device does not have', { radioId: 'radio7' }, WLAN, ['radioId']],
  ['a device that has left the project', { deviceId: 'gone', channel: 999 }, WLAN, OK],
])(
  'checks channel and width against the band, the model and the country (code 90): %s',
  (_name, values, scope, fields) =>
    expect(findBroken({ radios: [radio(values)] }, scope)).toEqual(
      fields.map((field) => `radios.0.${field} radioSettings`),
    ),
);

test('refuses with code 90 a repeated radio, a second country of a device, and an unsupported country', () => {
  expect(findBroken({ radios: [radio({}), radio({})] })).toEqual(['radios.1.radioId radioSettings']);
  const countries = [
    { deviceId: 'ap1', country: 'DE' },
    { deviceId: 'ap1', country: 'FR' },
    { deviceId: 'ap2', country: 'AQ' },
  ];
  expect(findBroken({ countries })).toEqual([
    'countries.1.country radioSettings',
    'countries.2.country radioSettings',
  ]);
});

test('prefers a device’s own country to the project’s', () => {
  const radios = [radio({ channel: 165 })];
  expect(findBroken({ radios }, inCountry('JP'))).toEqual(['radios.0.channel radioSettings']);
  expect(findBroken({ radios, countries: [{ deviceId: 'ap1', country: 'US' }] }, inCountry('JP'))).toEqual(
    [],
  );
});

test.each([
  ['Portugal', 'PT'],
  ['PT', 'PT'],
  ['Turkey', 'TR'],
  ['Hong Kong S.A.R.', 'HK'],
  ['Atlantis', undefined],
  ['constructor', undefined],
  ['', undefined],
])('converts the country “%s” of an address to the code %s', (text, code) =>
  expect(findCountryCode(text)).toBe(code),
);
