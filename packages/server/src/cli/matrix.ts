/** `npm run matrix`: runs the authorisation matrix on a temporary PostgreSQL or on DATABASE_URL. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { runMatrix } from '../testing/matrix/run.ts';

const external = process.env['DATABASE_URL'];
const directory = mkdtempSync(join(tmpdir(), 'nl-matrix-'));
chmodSync(directory, 0o711);
const postgres = external === undefined ? await startEmbeddedPostgres(directory) : undefined;
try {
  const { cells, leaks, undeclared, pairs, oracles } = await runMatrix(external ?? postgres?.url ?? '');
  for (const line of [...leaks, ...undeclared, ...oracles]) console.log(line);
  console.log(`S2 ${pairs} pairs of a foreign and a random id, ${oracles.length} distinguishable`);
  console.log(`S1 ${cells} cells, ${leaks.length} leaks, ${undeclared.length} undeclared`);
  if (leaks.length + undeclared.length + oracles.length > 0) process.exitCode = 1;
} finally {
  await postgres?.stop();
  rmSync(directory, { recursive: true, force: true });
}
