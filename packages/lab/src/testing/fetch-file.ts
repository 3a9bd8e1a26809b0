/** `node fetch-file.ts CA.pem '{"url", "file", "size", "sha256"}'`: downloads one file in the namespace in which it runs. */
import { readFile } from 'node:fs/promises';
import { download } from '@northlight/agent';
import { SystemClock, SystemEntropy } from '@northlight/runtime';
import { z } from 'zod';

const wanted = z.object({ url: z.string(), file: z.string(), size: z.number(), sha256: z.string() });
const [, , authority = '', options = ''] = process.argv;
const ca = await readFile(authority, 'utf8');
await download({
  ...wanted.parse(JSON.parse(options)),
  ca,
  clock: new SystemClock(),
  entropy: new SystemEntropy(),
});
