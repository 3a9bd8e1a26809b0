/** Stores files one after another until it is killed: `put-forever.ts DATABASE_URL DIRECTORY [once]`. */
import { randomId, SystemClock, SystemEntropy } from '@northlight/runtime';
import { openDatabase } from '../../db/database.ts';
import { FileRoom } from '../file-room.ts';

const [, , url = '', directory = '', once] = process.argv;
const rounds = once === undefined ? Infinity : 1;
const [clock, entropy] = [new SystemClock(), new SystemEntropy()];
const db = openDatabase(url, () => undefined);
const room = new FileRoom(directory, clock, entropy);
const bytes = Buffer.alloc(200_000, 'k');

try {
  for (let round = 0; round < rounds; round++) {
    const file = { owner: randomId(entropy, clock.now()), purpose: 'killed', mediaType: 'text/plain', bytes };
    await room.put(db, file, () => Promise.resolve());
    process.stdout.write('stored\n');
  }
} catch (error) {
  process.stdout.write(`${String((error as { code?: unknown }).code)}\n`);
}
await db.destroy();
