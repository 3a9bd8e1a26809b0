/**
 * `node fetch-file.ts CA.pem '{"url", "file", "size", "sha256"}'`: downloads one file inside the namespace of
 * the process.
 */
import { readFile } from 'node:fs/promises';
import { downloadFile } from '@northlight/agent';
import { SystemClock, SystemEntropy } from '@northlight/runtime';
import { z } from 'zod';

const optionsSchema = z.object({ url: z.string(), file: z.string(), size: z.number(), sha256: z.string() });
const [, , authority = '', options = ''] = process.argv;
const ca = await readFile(authority, 'utf8');
// Keeps the process running while a retry waits, because the clock's timers do not.
const keepAlive = setInterval(() => undefined, 1_000);
await downloadFile({
  ...optionsSchema.parse(JSON.parse(options)),
  ca,
  clock: new SystemClock(),
  entropy: new SystemEntropy(),
});
clearInterval(keepAlive);
