import { CFB } from '@e965/xlsx';

interface CompoundFiles {
  readonly utils: {
    cfb_new(): unknown;
    cfb_add(container: unknown, path: string, content: Buffer): void;
  };
  find(container: unknown, path: string): { content: Uint8Array } | null;
  read(file: Buffer, options: { type: 'buffer' }): unknown;
  write(container: unknown, options: { type: 'buffer'; fileType: 'zip' | 'cfb' }): Buffer;
}

const files = CFB as CompoundFiles;

/** Returns an archive of files: a zip archive, or a compound file as programs before 2007 wrote them. */
export function createArchive(
  contents: Readonly<Record<string, string>>,
  fileType: 'zip' | 'cfb' = 'zip',
): Buffer {
  const container = files.utils.cfb_new();
  for (const [path, content] of Object.entries(contents))
    files.utils.cfb_add(container, `/${path}`, Buffer.from(content));
  return files.write(container, { type: 'buffer', fileType });
}

/** Types of records of a workbook of Excel 97. */
const RECORDS = { codePage: 0x0042, filePass: 0x002f, label: 0x0204, labelSst: 0x00fd, row: 0x0208 } as const;
const HIDDEN_FLAG = 0x20;

/** Returns a workbook of Excel 97 with one sheet, in which a row is hidden; no writer at hand hides rows. */
export function hideRow(workbook: Buffer, row: number): Buffer {
  const content = Buffer.alloc(16);
  content.writeUInt16LE(row - 1, 0);
  content.writeUInt8(HIDDEN_FLAG, 12);
  return insertRecord(workbook, RECORDS.row, content, [RECORDS.label, RECORDS.labelSst]);
}

/** Returns a workbook of Excel 97 that declares a password. */
export const declarePassword = (workbook: Buffer): Buffer =>
  insertRecord(workbook, RECORDS.filePass, Buffer.alloc(6), [RECORDS.codePage]);

/** Inserts a record before the first record of one of the types `before`. */
function insertRecord(workbook: Buffer, type: number, content: Buffer, before: readonly number[]): Buffer {
  const container = files.read(workbook, { type: 'buffer' });
  const stream = Buffer.from(files.find(container, '/Workbook')?.content ?? []);
  let at = 0;
  while (at < stream.length && !before.includes(stream.readUInt16LE(at)))
    at += 4 + stream.readUInt16LE(at + 2);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(content.length, 2);
  const copy = files.utils.cfb_new();
  const changed = Buffer.concat([stream.subarray(0, at), head, content, stream.subarray(at)]);
  files.utils.cfb_add(copy, '/Workbook', changed);
  return files.write(copy, { type: 'buffer', fileType: 'cfb' });
}
