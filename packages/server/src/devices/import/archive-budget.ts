import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;
const MOST_ENTRIES = 500;

/** Whether a .xlsx unpacks to no more than `most` bytes: by unpacking, because an archive may lie about its sizes. */
export function fitsBudget(archive: Buffer, most: number): boolean {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) return false;
  const entries = archive.readUInt16LE(end + 10);
  if (entries > MOST_ENTRIES) return false;
  let left = most;
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries; entry++) {
    if (archive.readUInt32LE(at) !== ENTRY) return false;
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const deflated = archive.readUInt16LE(at + 10) === DEFLATED;
    left -= deflated ? inflateRawSync(packed, { maxOutputLength: left }).length : packed.length;
    if (left <= 0) return false;
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return true;
}
