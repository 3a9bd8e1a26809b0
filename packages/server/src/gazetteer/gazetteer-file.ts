import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib';

/**
 * A country, province or city. The position is its centre in degrees. The time zone is that of most of its
 * cities.
 */
export interface GazetteerPlace {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Name of the time zone in the IANA database. */
  readonly timeZone: string;
}

export interface Province extends GazetteerPlace {
  readonly cities: readonly GazetteerPlace[];
}

export interface Country extends GazetteerPlace {
  /** Country code of ISO 3166-1, two letters. */
  readonly code: string;
}

export interface CountryExtract extends Country {
  readonly provinces: readonly Province[];
}

/** Position of a country's block in the file, in bytes. */
export interface CountryBlock extends Country {
  readonly start: number;
  readonly length: number;
}

type HeaderRow = readonly [
  code: string,
  name: string,
  latitude: number,
  longitude: number,
  length: number,
  timeZone: string,
];
/** Coordinates are integers in hundredths of a degree, about 1 km. */
type ProvinceRow = readonly [
  name: string,
  latitude: number,
  longitude: number,
  cityNames: readonly string[],
  cityLatitudes: readonly number[],
  cityLongitudes: readonly number[],
  timeZone: string,
  /** Time zones by city index, for cities outside the province's zone. */
  otherTimeZones: Readonly<Record<number, string>>,
];

const LENGTH_BYTES = 4;
const decompress = promisify(brotliDecompress);

/**
 * Packs an extract into one file: the length of the header (4 bytes, big endian), the header, then one block per
 * country. Header and blocks are JSON compressed with brotli, so that a lookup decompresses one country only.
 */
export function packGazetteer(countries: readonly CountryExtract[]): Buffer {
  const blocks = countries.map(({ provinces }) => compress(provinces.map(provinceRow)));
  const header = compress(
    countries.map(({ code, latitude, longitude, name, timeZone }, index): HeaderRow => {
      return [code, name, hundredths(latitude), hundredths(longitude), blocks[index]?.length ?? 0, timeZone];
    }),
  );
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, ...blocks]);
}

/** Reads the countries of a file written by `packGazetteer`, in the order of the file. */
export async function readCountries(file: URL): Promise<readonly CountryBlock[]> {
  const headerLength = (await readBytes(file, 0, LENGTH_BYTES)).readUInt32BE();
  const rows = await readJson<readonly HeaderRow[]>(file, LENGTH_BYTES, headerLength);
  let start = LENGTH_BYTES + headerLength;
  return rows.map(([code, name, latitude, longitude, length, timeZone]) => {
    const country = { code, ...place(name, latitude, longitude, timeZone), start, length };
    start += length;
    return country;
  });
}

/** Reads the provinces and cities of one country, in the order of the file. */
export async function readProvinces(
  file: URL,
  { length, start }: Pick<CountryBlock, 'start' | 'length'>,
): Promise<readonly Province[]> {
  const rows = await readJson<readonly ProvinceRow[]>(file, start, length);
  return rows.map(([name, latitude, longitude, cityNames, latitudes, longitudes, timeZone, others]) => ({
    ...place(name, latitude, longitude, timeZone),
    cities: cityNames.map((city, index) =>
      place(city, latitudes[index] ?? 0, longitudes[index] ?? 0, others[index] ?? timeZone),
    ),
  }));
}

const hundredths = (degrees: number): number => Math.round(degrees * 100);

const place = (name: string, latitude: number, longitude: number, timeZone: string): GazetteerPlace => ({
  name,
  latitude: latitude / 100,
  longitude: longitude / 100,
  timeZone,
});

const provinceRow = ({ cities, latitude, longitude, name, timeZone }: Province): ProvinceRow => [
  name,
  hundredths(latitude),
  hundredths(longitude),
  cities.map((city) => city.name),
  cities.map((city) => hundredths(city.latitude)),
  cities.map((city) => hundredths(city.longitude)),
  timeZone,
  Object.fromEntries(
    cities.flatMap((city, index) => (city.timeZone === timeZone ? [] : [[index, city.timeZone]])),
  ),
];

const compress = (rows: readonly unknown[]): Buffer =>
  brotliCompressSync(JSON.stringify(rows), { params: { [constants.BROTLI_PARAM_LGWIN]: 22 } });

async function readBytes(file: URL, start: number, length: number): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  if (bytesRead !== length) throw new Error(`${file.pathname} is shorter than its header declares.`);
  return buffer;
}

const readJson = async <T>(file: URL, start: number, length: number): Promise<T> =>
  JSON.parse((await decompress(await readBytes(file, start, length))).toString()) as T;
