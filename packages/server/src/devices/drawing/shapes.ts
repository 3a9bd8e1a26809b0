/** Shapes of device drawings as SVG text. They contain numbers only, so that nothing needs to be escaped. */

export const DRAWING_WIDTH = 240;
export const DRAWING_HEIGHT = 160;

/** Colours that are clear on light and on dark pages. */
export const PAINTS = {
  body: '#f4f7f9',
  shade: '#dbe3ea',
  edge: '#5d6d7c',
  port: '#3c4956',
  cage: '#8593a1',
  light: '#1f9d78',
  glass: '#26323d',
} as const;
type Paint = keyof typeof PAINTS;

const STROKE = `stroke="${PAINTS.edge}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"`;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns a box with an edge and rounded corners. */
export const drawBox = ({ height, width, x, y }: Box, radius: number, paint: Paint = 'body'): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${PAINTS[paint]}" ${STROKE}/>`;

/** Returns a filled box without an edge. */
export const drawFill = ({ height, width, x, y }: Box, paint: Paint, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${PAINTS[paint]}"/>`;

export const drawCircle = (x: number, y: number, radius: number, paint: Paint): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${PAINTS[paint]}" ${STROKE}/>`;

/** Returns the SVG circle of a status light; `x` and `y` are its centre. */
export const drawLight = (x: number, y: number, radius = 2.5): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${PAINTS.light}"/>`;

/** Returns a closed outline with an edge; `d` in the syntax of SVG paths. */
export const drawOutline = (d: string, paint: Paint = 'body'): string =>
  `<path d="${d}" fill="${PAINTS[paint]}" ${STROKE}/>`;

/** Returns a line; `d` in the syntax of SVG paths. */
export const drawLine = (d: string): string => `<path d="${d}" fill="none" ${STROKE}/>`;
