/** Preset when the zones of both the location and the browser are unknown (specification §9: +8). */
const DEFAULT_TIME_ZONE = 'Asia/Shanghai';

interface PlaceOption {
  readonly name: string;
  readonly timeZone: string;
}

interface PlaceLists {
  readonly countries: readonly PlaceOption[];
  /** Provinces of the country. */
  readonly provinces: readonly PlaceOption[];
  /** Cities of the province. */
  readonly cities: readonly PlaceOption[];
}

interface Location {
  readonly country: string;
  readonly province: string;
  readonly city: string;
}

/** Returns the zone that a browser reports, or +8 when the browser reports no known zone. */
export const chooseTimeZone = (reported: string): string =>
  reported === '' || reported === 'Etc/Unknown' ? DEFAULT_TIME_ZONE : reported;

/** Returns the browser's time zone, the preset of a project without a location. */
export const getBrowserTimeZone = (): string =>
  chooseTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);

/**
 * Returns the time zone of a location from its country, province and city, as exactly as they are known;
 * undefined without a known country.
 */
export function findPlaceTimeZone(location: Location, lists: PlaceLists): string | undefined {
  const find = (options: readonly PlaceOption[], wanted: string) =>
    options.find(({ name }) => name === wanted)?.timeZone;
  return (
    find(lists.cities, location.city) ??
    find(lists.provinces, location.province) ??
    find(lists.countries, location.country)
  );
}

/**
 * Returns the time zone of a form after its location changed. If the form had the preset of the earlier
 * location, returns that of the new one; otherwise keeps the zone that the user selected.
 */
export function updateTimeZone(
  timeZone: string,
  before: Location,
  after: Location,
  lists: PlaceLists,
): string {
  const preset = findPlaceTimeZone(before, lists) ?? getBrowserTimeZone();
  if (timeZone !== preset) return timeZone;
  const isSameCountry = before.country === after.country;
  const isSameProvince = isSameCountry && before.province === after.province;
  const known = {
    ...lists,
    provinces: isSameCountry ? lists.provinces : [],
    cities: isSameProvince ? lists.cities : [],
  };
  return findPlaceTimeZone(after, known) ?? getBrowserTimeZone();
}
