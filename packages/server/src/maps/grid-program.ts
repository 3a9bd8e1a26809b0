/** Program in the sandbox that computes the signal on a floor, as bytes or as a picture with its scale. */
import { createCanvas } from '@napi-rs/canvas';
import type { RadioSource, WallSegment } from '@northlight/contract';
import {
  createAffordableGrid,
  createRadio,
  createTransmitter,
  type Grid,
  selectNearestRadios,
  SignalGrid,
  toDbm,
  type Zone,
} from '@northlight/rf/map';
import { answerOrder } from '../platform/sandbox/answer-order.ts';

/** A floor of the building with its radios. */
export interface OrderedFloor {
  readonly floor: number;
  readonly heightM: number;
  readonly slabLossDb: number;
  readonly walls: readonly WallSegment[];
  readonly zones: readonly Zone[];
  readonly radios: readonly RadioSource[];
  readonly size: { readonly widthM: number; readonly depthM: number };
}

export interface GridOrder {
  /** Floors of the building from the lowest. */
  readonly floors: readonly OrderedFloor[];
  /** Index of the floor whose signal is computed. */
  readonly target: number;
  readonly format: 'binary' | 'png';
  /** Loss at which those of the walls on a way saturate (dB). */
  readonly limitDb: number;
}

/** Time of the computation on an ordinary processor; a floor that needs more has larger cells. */
const AIM_MS = 2_000;
const HEADER_BYTES = 12;
/** Signals at the ends of the colours (dBm). */
const WEAK_DBM = -90;
const STRONG_DBM = -30;
/** Colours from weak to strong, of the map "viridis" (matplotlib, CC0), which people with any colour vision can read. */
const RAMP = [0x440154, 0x414487, 0x2a788e, 0x22a884, 0x7ad151, 0xfde725] as const;
const LEGEND_PX = 70;

function compute({ floors, format, limitDb, target }: GridOrder): Uint8Array {
  const floor = floors[target];
  if (!floor) throw new Error('The floor is missing.');
  const radios = floors.flatMap((each, index) => each.radios.map((radio) => createRadio(radio, index)));
  const transmitters = selectNearestRadios(radios, target).map((radio) =>
    createTransmitter(radio, floors, target),
  );
  const grid = createAffordableGrid(floor.size, transmitters, AIM_MS);
  const signals = new SignalGrid(grid, limitDb);
  const best = new Uint8Array(grid.columns * grid.rows);
  const levels = new Uint8ClampedArray(best.length);
  for (const transmitter of transmitters) {
    signals.compute(transmitter, levels);
    for (const [cell, level] of levels.entries()) if (level > (best[cell] ?? 0)) best[cell] = level;
  }
  return format === 'png' ? draw(grid, best, limitDb) : pack(grid, best);
}

function pack({ cellM, columns, rows }: Grid, levels: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + levels.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, columns, true);
  view.setUint16(2, rows, true);
  view.setFloat32(4, cellM, true);
  bytes.set(levels, HEADER_BYTES);
  return bytes;
}

/** Returns red, green and blue of a signal. */
function getColour(dbm: number): readonly [number, number, number] {
  const place = Math.min(1, Math.max(0, (dbm - WEAK_DBM) / (STRONG_DBM - WEAK_DBM))) * (RAMP.length - 1);
  const index = Math.min(Math.floor(place), RAMP.length - 2);
  const [low = 0, high = 0] = RAMP.slice(index, index + 2);
  const mix = (shift: number): number =>
    Math.round(((low >> shift) & 255) * (index + 1 - place) + ((high >> shift) & 255) * (place - index));
  return [mix(16), mix(8), mix(0)];
}

function draw({ cellM, columns, rows }: Grid, levels: Uint8Array, limitDb: number): Uint8Array {
  const width = Math.max(columns, 420);
  const canvas = createCanvas(width, rows + LEGEND_PX);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const image = context.createImageData(columns, rows);
  for (const [cell, level] of levels.entries())
    image.data.set(level === 0 ? [255, 255, 255, 255] : [...getColour(toDbm(level)), 255], 4 * cell);
  context.putImageData(image, 0, 0);
  context.fillStyle = 'black';
  context.font = '12px sans-serif';
  for (let pixel = 0; pixel < 180; pixel += 1) {
    const [red, green, blue] = getColour(WEAK_DBM + ((STRONG_DBM - WEAK_DBM) * pixel) / 180);
    context.fillStyle = `rgb(${red}, ${green}, ${blue})`;
    context.fillRect(10 + pixel, rows + 10, 1, 16);
  }
  context.fillStyle = 'black';
  context.fillText(`${WEAK_DBM} dBm`, 10, rows + 42);
  context.fillText(`${STRONG_DBM} dBm`, 150, rows + 42);
  const lengthM = [100, 50, 20, 10, 5, 2, 1].find((length) => length / cellM <= 180) ?? 1;
  context.fillRect(220, rows + 18, lengthM / cellM, 3);
  context.fillText(`${lengthM} m`, 220, rows + 42);
  context.fillText(
    `Predicted signal; ${Number.isFinite(limitDb) ? 'typical error 8 dB' : 'wall losses summed'}; cells of ${Number(cellM.toPrecision(2))} m`,
    10,
    rows + 62,
  );
  return canvas.toBuffer('image/png');
}

answerOrder(async (order: GridOrder) => compute(order));
