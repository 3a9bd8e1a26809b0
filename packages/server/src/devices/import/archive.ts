import { text } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';
import type { FileKind } from './file-kind.ts';

const MAX_ENTRIES = 500;
/** Far above the size of 500 rows; larger files keep a parser busy for seconds. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
const ENCRYPTED_FLAG = 1;
const ODS_CONTENT = 'content.xml';

export const PROTECTED =
  'The workbook is protected with a password. Remove the password and choose the file again.';
const WRONG_KIND = 'Export the list as .xlsx, .ods or .csv and choose that file.';
export const WRONG_DOCUMENT = `The file is a document, but no workbook. ${WRONG_KIND}`;

/** Kinds of archives by the names of their entries. */
const CONTENTS: readonly (readonly [entry: RegExp, kind: string])[] = [
  [/^xl\/|^content\.xml$/, 'workbook'],
  [/^Index\/.*\.iwa$|^Index\.zip$/, `The file is a document of Numbers, Pages or Keynote. ${WRONG_KIND}`],
  [/^\[Content_Types\]\.xml$/, WRONG_DOCUMENT],
];
const PLAIN = 'The file is an archive. Unpack it and choose the list in it.';

/**
 * Returns the kind of a zip archive. Rejects when the archive cannot be read, or when a workbook is larger than
 * its budget.
 */
export async function findArchiveKind(file: Buffer): Promise<FileKind> {
  const { content, isEncrypted, names } = await readDirectory(file);
  const kind = CONTENTS.find(([entry]) => names.some((name) => entry.test(name)))?.[1];
  if (kind !== 'workbook') return { error: kind ?? PLAIN };
  if (isEncrypted) return { error: PROTECTED };
  if (!(await isWithinBudget(file, MAX_UNPACKED_BYTES))) throw new Error('The unpacked file is too large.');
  return { workbook: file, ...(content && { odsContent: await content() }) };
}

interface Directory {
  readonly names: readonly string[];
  readonly isEncrypted: boolean;
  /** Reads the content of an OpenDocument file; undefined for other archives. */
  readonly content: (() => Promise<string>) | undefined;
}

async function readDirectory(archive: Buffer): Promise<Directory> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, validateEntrySizes: false });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) if (entries.push(entry) >= MAX_ENTRIES) break;
  const content = entries.find(({ fileName }) => fileName === ODS_CONTENT);
  return {
    names: entries.map(({ fileName }) => fileName),
    isEncrypted: entries.some(({ generalPurposeBitFlag: flags }) => (flags & ENCRYPTED_FLAG) !== 0),
    content: content && (async () => text(await zip.openReadStreamPromise(content))),
  };
}

/**
 * Returns true when a .xlsx has at most 500 entries that unpack to fewer than `maxBytes` bytes. Counts the unpacked bytes, because
 * an archive may declare false sizes, and stops at the limit. Returns false if the local header of an entry differs from
 * the central directory, because the sheet parser takes the compression method and the name from the local header. Rejects
 * when the archive cannot be read.
 */
export async function isWithinBudget(archive: Buffer, maxBytes: number): Promise<boolean> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, validateEntrySizes: false });
  if (zip.entryCount > MAX_ENTRIES) return false;
  let left = maxBytes;
  for await (const entry of zip.eachEntry()) {
    const header = await zip.readLocalFileHeaderPromise(entry);
    if (header.compressionMethod !== entry.compressionMethod || !header.fileName.equals(entry.fileNameRaw))
      return false;
    const content = await zip.openReadStreamPromise(entry);
    // Leaving the loop destroys the stream, so that no further bytes are unpacked.
    for await (const chunk of content) {
      left -= (chunk as Buffer).length;
      if (left <= 0) return false;
    }
  }
  return true;
}
