import { type Block, MAX_CELLS, MAX_ROWS, MAX_TIME } from './block.ts';
import { ByteWriter } from './bytes.ts';
import { writeColumn } from './column.ts';
import { type Entry, writeDirectory } from './directory.ts';
import { Workspace, writeSeries } from './series.ts';

/** Encodes a block; `decodeBlock` restores it bit for bit. Throws a RangeError for an invalid block. */
export function encodeBlock(block: Block): Uint8Array {
  const { times, columns } = block;
  checkBlock(block);
  const rows = times.length;
  const work = new Workspace(rows);
  const spare = new Float64Array(rows);
  const body = new ByteWriter();
  const entries: Entry[] = [];
  for (const [name, values] of columns) {
    const start = body.length;
    writeColumn(body, values, work, spare);
    entries.push({ name, length: body.length - start });
  }
  const head = new ByteWriter();
  writeDirectory(head, rows, entries);
  if (rows > 0) {
    spare.set(times);
    writeSeries(head, spare, rows, work);
  }
  const packed = new Uint8Array(head.length + body.length);
  packed.set(head.written());
  packed.set(body.written(), head.length);
  return packed;
}

function checkBlock({ times, columns }: Block): void {
  if (times.length > MAX_ROWS || times.length * columns.size > MAX_CELLS)
    throw new RangeError(`A block has at most ${MAX_ROWS} rows and ${MAX_CELLS} values.`);
  let before = -Infinity;
  for (const time of times) {
    if (!Number.isInteger(time) || Math.abs(time) > MAX_TIME || time <= before)
      throw new RangeError(`The times of a block must be ascending whole seconds, not ${time}.`);
    before = time;
  }
  for (const [name, { length }] of columns)
    if (length !== times.length)
      throw new RangeError(`Column ${name} has ${length} values for ${times.length} times.`);
}
