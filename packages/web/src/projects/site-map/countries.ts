import { findOwnProperty } from '@northlight/contract';
/** Names of countries on the map, by the name that the browser uses. */
const MAP_NAMES: Readonly<Record<string, string>> = {
  'Bosnia & Herzegovina': 'Bosnia and Herz.',
  'Central African Republic': 'Central African Rep.',
  'Congo - Brazzaville': 'Congo',
  'Congo - Kinshasa': 'Dem. Rep. Congo',
  'Czech Republic': 'Czechia',
  'Côte d’Ivoire': "Côte d'Ivoire",
  'Dominican Republic': 'Dominican Rep.',
  'Equatorial Guinea': 'Eq. Guinea',
  Eswatini: 'eSwatini',
  'Myanmar (Burma)': 'Myanmar',
  'North Macedonia': 'Macedonia',
  'Palestinian Territories': 'Palestine',
  'Solomon Islands': 'Solomon Is.',
  'South Sudan': 'S. Sudan',
  'Trinidad & Tobago': 'Trinidad and Tobago',
  Türkiye: 'Turkey',
  UK: 'United Kingdom',
  USA: 'United States of America',
  'United States': 'United States of America',
};

/** Positions of countries that are too small for the map: longitude, latitude. */
export const SMALL_COUNTRIES: Readonly<Record<string, readonly [lon: number, lat: number]>> = {
  Andorra: [1.5, 42.5],
  Bahrain: [50.5, 26.1],
  Barbados: [-59.6, 13.2],
  'Hong Kong SAR China': [114.2, 22.3],
  Liechtenstein: [9.5, 47.2],
  'Macao SAR China': [113.5, 22.2],
  Maldives: [73.5, 3.2],
  Malta: [14.4, 35.9],
  Mauritius: [57.6, -20.2],
  Monaco: [7.4, 43.7],
  'San Marino': [12.5, 43.9],
  Seychelles: [55.5, -4.7],
  Singapore: [103.8, 1.4],
};

const display = new Intl.DisplayNames(['en'], { type: 'region' });

/** Returns the map's name of a country given as a code, the browser's name or the map's name. */
export function formatMapName(country: string): string {
  const name = /^[A-Z]{2}$/.test(country) && country !== 'UK' ? (display.of(country) ?? country) : country;
  return findOwnProperty(MAP_NAMES, name) ?? name;
}
