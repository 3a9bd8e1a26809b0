import { type Block, BrokenBlock, MAX_TIME } from './block.ts';
import { ByteReader } from './bytes.ts';
import { readColumn } from './column.ts';
import { readDirectory } from './directory.ts';
import { readSeries } from './series.ts';

/** Decodes the selected columns (default: all). Throws BrokenBlock for bytes that are not a block. */
export function decodeBlock(bytes: Uint8Array, isSelected?: (column: string) => boolean): Block {
  const { rows, entries, times: reader } = readDirectory(bytes);
  let at = reader.end;
  const times = readTimes(reader, rows);
  const columns = new Map<string, Float64Array>();
  for (const { name, length } of entries) {
    if (!isSelected || isSelected(name))
      columns.set(name, readColumn(new ByteReader(reader.view, at, at + length), rows));
    at += length;
  }
  return { times, columns };
}

/** Returns the column names in their order; reads only the directory. */
export const readColumnNames = (bytes: Uint8Array): string[] =>
  readDirectory(bytes).entries.map(({ name }) => name);

function readTimes(reader: ByteReader, rows: number): Float64Array {
  const times = new Float64Array(rows);
  if (rows > 0) readSeries(reader, times, rows);
  reader.expectEnd();
  let before = -Infinity;
  for (let row = 0; row < rows; row++) {
    const time = times[row]!;
    if (!(time > before) || Math.abs(time) > MAX_TIME)
      throw new BrokenBlock('The times of the block do not ascend.');
    before = time;
  }
  return times;
}
