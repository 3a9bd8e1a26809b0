import { fromBufferPromise } from 'yauzl';

const MOST_ENTRIES = 500;

/**
 * Whether a .xlsx has at most 500 entries that unpack to fewer than `most` bytes. Counts what comes out, because an
 * archive may lie about its sizes, and stops at the limit. Rejects when the archive cannot be read.
 */
export async function fitsBudget(archive: Buffer, most: number): Promise<boolean> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, validateEntrySizes: false });
  if (zip.entryCount > MOST_ENTRIES) return false;
  let left = most;
  for await (const entry of zip.eachEntry()) {
    const content = await zip.openReadStreamPromise(entry);
    // Leaving the loop destroys the stream.
    for await (const chunk of content) {
      left -= (chunk as Buffer).length;
      if (left <= 0) return false;
    }
  }
  return true;
}
