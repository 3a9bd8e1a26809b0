import { NO_SERVER, type Quantity, toStored, toValue } from '@northlight/rf/map';

/** A colour of a ramp at a value (in the unit of the quantity), for a legend. */
export interface RampStop {
  readonly value: number;
  /** CSS colour. */
  readonly colour: string;
}

/** How the levels of a quantity are coloured. */
export interface Look {
  /** RGBA of each level, 4 bytes each. Alpha is 0 (hidden) or 255; the canvas as a whole is translucent. */
  readonly palette: Uint8Array<ArrayBuffer>;
  /** Number of a band of each level: a line is drawn between cells of different bands. */
  readonly bands: Uint8Array<ArrayBuffer>;
  /** RGB of the lines. */
  readonly line: readonly [number, number, number];
}

type Rgb = readonly [number, number, number];

/** Ten colours of viridis (matplotlib, CC0): even in lightness, and distinct with every kind of colour blindness. */
const VIRIDIS = parseColours('440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725');
/** Colours of cividis (CC0), from bright to dark: many radios on a channel are dark. */
const CIVIDIS_REVERSED = parseColours('fee838 d2c060 a69d75 7d7c78 575d6d 213d6b 00224e');
/**
 * Colours of access points: those of Okabe and Ito (2008) and of the bright and muted schemes of Tol (2021), which people with
 * colour blindness can distinguish. They repeat with the index of the radio; lines separate equal neighbours.
 */
const DISTINCT = parseColours(
  '0072b2 e69f00 009e73 cc79a7 56b4e9 d55e00 f0e442 332288 88ccee 117733 aa4499 ddcc77',
);

interface Ramp {
  readonly colours: readonly Rgb[];
  /** Values of the first and the last colour. */
  readonly from: number;
  readonly to: number;
  /** The colours follow the value to this power: 0.5 gives small values more of them. */
  readonly power: number;
  /** True if cells below the first colour are hidden, because nothing reaches them. */
  readonly hidesWeak: boolean;
  /** Values at which lines are drawn. */
  readonly lines: readonly number[];
}

const RAMPS: Readonly<Record<Exclude<Quantity, 'server'>, Ramp>> = {
  signal: { colours: VIRIDIS, from: -90, to: -35, power: 1, hidesWeak: true, lines: [-80, -70, -60, -50] },
  second: { colours: VIRIDIS, from: -90, to: -35, power: 1, hidesWeak: true, lines: [-80, -70, -60, -50] },
  sinr: { colours: VIRIDIS, from: 0, to: 40, power: 1, hidesWeak: false, lines: [10, 20, 30] },
  throughput: {
    colours: VIRIDIS,
    from: 0,
    to: 1_000,
    power: 0.5,
    hidesWeak: true,
    lines: [50, 100, 200, 400],
  },
  overlap: {
    colours: CIVIDIS_REVERSED,
    from: 0,
    to: 6,
    power: 1,
    hidesWeak: false,
    lines: [1, 2, 3, 4, 5, 6],
  },
};

/** Black; the lines stay visible on all colours because the canvas is translucent. */
const LINE: Rgb = [24, 24, 32];

/**
 * Creates the colours of a quantity.
 *
 * @param lines values at which lines are drawn; those of the ramp by default. For `server`, lines separate the radios unless
 * the list is empty.
 */
export function createLook(quantity: Quantity, lines?: readonly number[]): Look {
  const palette = new Uint8Array(new ArrayBuffer(1024));
  const bands = new Uint8Array(new ArrayBuffer(256));
  const marks = (lines ?? listLines(quantity)).map((value) => toStored(quantity, value));
  for (let level = 0; level < 256; level += 1) {
    const colour = getColour(quantity, level);
    if (colour) palette.set([...colour, 255], level * 4);
    const isServer = quantity === 'server' && lines?.length !== 0;
    bands[level] = isServer ? level : marks.filter((mark) => level >= mark).length;
  }
  return { palette, bands, line: LINE };
}

/** Returns the colours of a legend, from the lowest value to the highest. For `server`, use `getServerColour`. */
export function listLegendStops(quantity: Exclude<Quantity, 'server'>): RampStop[] {
  const { colours, from, power, to } = RAMPS[quantity];
  return colours.map((colour, index) => ({
    value: from + (index / (colours.length - 1)) ** (1 / power) * (to - from),
    colour: toCss(colour),
  }));
}

/** Returns the CSS colour of the cells that a radio serves, by its index. */
export const getServerColour = (index: number): string => toCss(DISTINCT[index % DISTINCT.length] ?? LINE);

const listLines = (quantity: Quantity): readonly number[] =>
  quantity === 'server' ? [] : RAMPS[quantity].lines;

/** Returns the colour of a level; undefined if it is hidden. */
function getColour(quantity: Quantity, level: number): Rgb | undefined {
  if (quantity === 'server') return level === NO_SERVER ? undefined : DISTINCT[level % DISTINCT.length];
  const { colours, from, hidesWeak, power, to } = RAMPS[quantity];
  const value = toValue(quantity, level);
  if (value === undefined || (hidesWeak && value < from) || (quantity === 'throughput' && level === 0))
    return undefined;
  const share = Math.min(Math.max((value - from) / (to - from), 0), 1);
  const position = share ** power * (colours.length - 1);
  const low = Math.min(Math.floor(position), colours.length - 2);
  const [one, other] = [colours[low] ?? LINE, colours[low + 1] ?? LINE];
  const mix = (part: 0 | 1 | 2): number =>
    Math.round(one[part] + (position - low) * (other[part] - one[part]));
  return [mix(0), mix(1), mix(2)];
}

const toCss = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`;

function parseColours(text: string): readonly Rgb[] {
  return text.split(' ').map((hex): Rgb => {
    const parse = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
    return [parse(0), parse(2), parse(4)];
  });
}
