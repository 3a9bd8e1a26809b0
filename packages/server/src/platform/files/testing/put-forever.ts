/** Stores files until the process is killed: `put-forever.ts DATABASE_URL DIRECTORY [once]`. */
import { join } from 'node:path';
import { createRandomId, SystemClock, SystemEntropy } from '@northlight/runtime';
import { openDatabase } from '../../db/database.ts';
import { AccountFiles } from '../account-files.ts';
import { DirectoryFileStore } from '../file-store.ts';

const [, , url = '', directory = '', once] = process.argv;
const rounds = once === undefined ? Infinity : 1;
const [clock, entropy] = [new SystemClock(), new SystemEntropy()];
const db = openDatabase(url, () => undefined);
const files = new AccountFiles(new DirectoryFileStore(join(directory, 'files')), clock, entropy);
const bytes = Buffer.alloc(200_000, 'k');

try {
  for (let round = 0; round < rounds; round++) {
    const file = {
      owner: { accountId: createRandomId(entropy, clock.now()) },
      purpose: 'killed',
      mediaType: 'text/plain',
      bytes,
    };
    await files.put(db, file, () => Promise.resolve());
    process.stdout.write('stored\n');
  }
} catch (error) {
  process.stdout.write(`${String((error as { code?: unknown }).code)}\n`);
}
await db.destroy();
