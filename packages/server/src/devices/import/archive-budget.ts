import { fromBufferPromise } from 'yauzl';

const MAX_ENTRIES = 500;

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
