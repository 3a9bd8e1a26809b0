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
  [
    'from that of the browser to that of the country',
    getBrowserTimeZone(),
    NOWHERE,
    PORTUGAL,
    'Europe/Lisbon',
  ],
  [
    'to that of the province',
    'Europe/Lisbon',
    PORTUGAL,
    { ...PORTUGAL, province: 'Azores' },
    'Atlantic/Azores',
  ],
  ['to that of the city', 'Europe/Lisbon', PORTUGAL, { ...PORTUGAL, city: 'Horta' }, 'Atlantic/Azores'],
  [
    'back to that of the country for an unknown city',
    'Europe/Lisbon',
    PORTUGAL,
    { ...PORTUGAL, city: 'Ho' },
    'Europe/Lisbon',
  ],
  [
    'to that of a new country, although the new country has no province of this name',
    'Atlantic/Azores',
    { ...PORTUGAL, province: 'Azores' },
    { ...NOWHERE, country: 'United States', province: 'Azores' },
    'America/New_York',
  ],
  ['back to that of the browser for no location', 'Europe/Lisbon', PORTUGAL, NOWHERE, getBrowserTimeZone()],
])('changes the preset time zone %s', (_, timeZone, before, after, expected) => {
  expect(updateTimeZone(timeZone, before, after, LISTS)).toBe(expected);
});

test('keeps a time zone that the user selected', () => {
  expect(updateTimeZone('Asia/Tokyo', PORTUGAL, { ...PORTUGAL, city: 'Horta' }, LISTS)).toBe('Asia/Tokyo');
});

test.each([
  ['Europe/Lisbon', 'Europe/Lisbon'],
  // Browsers report these two values when they do not know the zone of the machine.
  ['', 'Asia/Shanghai'],
  ['Etc/Unknown', 'Asia/Shanghai'],
])('replaces the reported time zone “%s” by %s', (reported, expected) => {
  expect(chooseTimeZone(reported)).toBe(expected);
});
