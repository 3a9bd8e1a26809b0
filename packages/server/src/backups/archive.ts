import { buffer } from 'node:stream/consumers';
import { DomainError } from '@northlight/contract';
import { type Entry, fromBufferPromise, type ZipFile as OpenArchive } from 'yauzl';
import { ZipFile } from 'yazl';

/** Size of all unpacked entries together: far above that of the largest configuration. */
const UNPACKED_MAX_BYTES = 16 * 1024 * 1024;
/** Mode of a plain file that all users can read, in the upper half of the attributes of an entry. */
const FILE_MODE = 0o100644;
const MODE_SHIFT = 16;
const TYPE_MASK = 0o170000;
const REGULAR = 0o100000;

/** Creates a ZIP archive of entries with one time, so that the same entries give the same bytes; it ends with the comment. */
export async function createArchive(
  entries: readonly (readonly [name: string, content: Buffer])[],
  { at, comment }: { readonly at: Date; readonly comment: string },
): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of entries)
    archive.addBuffer(content, name, { mtime: at, mode: FILE_MODE, forceDosTimestamp: true });
  archive.end({ comment, forceZip64Format: false });
  return buffer(archive.outputStream);
}

/**
 * Reads the entries of a ZIP archive that has exactly these names, each as a plain file. Throws 260 for every other file.
 * Counts the unpacked bytes, because an archive may declare false sizes.
 */
export async function readArchive(
  bytes: Buffer,
  names: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  try {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
    return await readEntries(archive, names);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('fileRefused', { message: 'The file is no backup of Northlight.' });
  }
}

async function readEntries(
  archive: OpenArchive,
  names: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  let left = UNPACKED_MAX_BYTES;
  for await (const entry of archive.eachEntry()) {
    if (!names.includes(entry.fileName) || contents.has(entry.fileName) || !isPlainFile(entry))
      throw new Error('The archive has an unexpected entry.');
    const content = await unpack(archive, entry, left);
    left -= content.length;
    contents.set(entry.fileName, content);
  }
  return contents;
}

function isPlainFile({ externalFileAttributes, generalPurposeBitFlag }: Entry): boolean {
  const isEncrypted = (generalPurposeBitFlag & 1) !== 0;
  const type = (externalFileAttributes >>> MODE_SHIFT) & TYPE_MASK;
  return !isEncrypted && (type === REGULAR || type === 0);
}

async function unpack(archive: OpenArchive, entry: Entry, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop destroys the stream, so that no further bytes are unpacked.
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    const part = chunk as Buffer;
    size += part.length;
    if (size > maxBytes) throw new Error('The unpacked file is too large.');
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
