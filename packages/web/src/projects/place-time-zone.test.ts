import { expect, test } from 'vitest';
import { chooseTimeZone, updateTimeZone, getBrowserTimeZone } from './place-time-zone.ts';

const place = (name: string, timeZone: string) => ({ name, timeZone });
const LISTS = {
  countries: [place('Portugal', 'Europe/Lisbon'), place('United States', 'America/New_York')],
  provinces: [place('Lisbon', 'Europe/Lisbon'), place('Azores', 'Atlantic/Azores')],
  cities: [place('Setúbal', 'Europe/Lisbon'), place('Horta', 'Atlantic/Azores')],
};
const NOWHERE = { country: '', province: '', city: '' };
const PORTUGAL = { ...NOWHERE, country: 'Portugal' };

test.each([
  ['the browser’s zone to the country’s', getBrowserTimeZone(), NOWHERE, PORTUGAL, 'Europe/Lisbon'],
  ['to the province’s', 'Europe/Lisbon', PORTUGAL, { ...PORTUGAL, province: 'Azores' }, 'Atlantic/Azores'],
  ['to the city’s', 'Europe/Lisbon', PORTUGAL, { ...PORTUGAL, city: 'Horta' }, 'Atlantic/Azores'],
  [
    'back to the country’s for an unknown city',
    'Europe/Lisbon',
    PORTUGAL,
    { ...PORTUGAL, city: 'Ho' },
    'Europe/Lisbon',
  ],
  [
    'without the provinces of the earlier country',
    'Atlantic/Azores',
    { ...PORTUGAL, province: 'Azores' },
    { ...NOWHERE, country: 'United States', province: 'Azores' },
    'America/New_York',
  ],
  ['back to the browser’s', 'Europe/Lisbon', PORTUGAL, NOWHERE, getBrowserTimeZone()],
])('changes the preset time zone %s', (_, timeZone, before, after, expected) => {
  expect(updateTimeZone(timeZone, before, after, LISTS)).toBe(expected);
});

test('keeps a zone that was chosen by hand', () => {
  expect(updateTimeZone('Asia/Tokyo', PORTUGAL, { ...PORTUGAL, city: 'Horta' }, LISTS)).toBe('Asia/Tokyo');
});

test.each([
  ['Europe/Lisbon', 'Europe/Lisbon'],
  // Browsers report these two values when they do not know the zone of the machine.
  ['', 'Asia/Shanghai'],
  ['Etc/Unknown', 'Asia/Shanghai'],
])('chooses for the reported zone “%s”: %s', (reported, expected) => {
  expect(chooseTimeZone(reported)).toBe(expected);
});
