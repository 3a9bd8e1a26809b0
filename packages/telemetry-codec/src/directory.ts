import { BrokenBlock, MAX_CELLS, MAX_ROWS, VERSION } from './block.ts';
import { ByteReader, type ByteWriter } from './bytes.ts';

/**
 * Maximum length of the prefix that a name shares with the previous name, to bound the memory for names of a
 * corrupted block.
 */
const MAX_SHARED = 255;
const MAX_UNIT = 0xffff;
const MIN_ENTRY_BYTES = 3;

export interface Entry {
  readonly name: string;
  /** Length of the column in bytes. */
  readonly length: number;
}

function countSharedCharacters(name: string, before: string): number {
  const limit = Math.min(name.length, before.length, MAX_SHARED);
  let shared = 0;
  while (shared < limit && name.charCodeAt(shared) === before.charCodeAt(shared)) shared++;
  return shared;
}

/**
 * Writes the directory, which precedes the times. Names are UTF-16 code units as varints, so that an ASCII
 * character takes 1 byte.
 */
export function writeDirectory(writer: ByteWriter, rows: number, entries: readonly Entry[]): void {
  writer.byte(VERSION);
  writer.unsigned(rows);
  writer.unsigned(entries.length);
  let before = '';
  for (const { name, length } of entries) {
    const shared = countSharedCharacters(name, before);
    writer.byte(shared);
    writer.unsigned(name.length - shared);
    for (let index = shared; index < name.length; index++) writer.unsigned(name.charCodeAt(index));
    writer.unsigned(length);
    before = name;
  }
}

export interface Directory {
  readonly rows: number;
  readonly entries: readonly Entry[];
  /** Reader of the times, which are between the directory and the columns. */
  readonly times: ByteReader;
}

export function readDirectory(bytes: Uint8Array): Directory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = new ByteReader(view, 0, bytes.byteLength);
  if (reader.byte() !== VERSION) throw new BrokenBlock('The block has no known version.');
  const rows = reader.unsigned();
  const count = reader.unsigned();
  if (rows > MAX_ROWS || count * MIN_ENTRY_BYTES > reader.remaining || rows * count > MAX_CELLS)
    throw new BrokenBlock('The block declares too many rows or columns.');
  const entries: Entry[] = [];
  const names = new Set<string>();
  let total = 0;
  for (let index = 0; index < count; index++) {
    const name = readName(reader, entries.at(-1)?.name ?? '');
    const length = reader.unsigned();
    entries.push({ name, length });
    names.add(name);
    total += length;
  }
  if (names.size < count) throw new BrokenBlock('The block names a column twice.');
  if (total > reader.remaining) throw new BrokenBlock('The block ends too early.');
  return { rows, entries, times: new ByteReader(view, reader.at, bytes.byteLength - total) };
}

function readName(reader: ByteReader, before: string): string {
  const shared = reader.byte();
  const length = reader.unsigned();
  if (shared > before.length || length > reader.remaining)
    throw new BrokenBlock('A name of the block is truncated.');
  let name = before.slice(0, shared);
  for (let index = 0; index < length; index++) {
    const unit = reader.unsigned();
    if (unit > MAX_UNIT) throw new BrokenBlock('A name of the block has invalid characters.');
    name += String.fromCharCode(unit);
  }
  return name;
}
