import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entropy } from '@northlight/runtime';

export type DemoSecrets = ReadonlyMap<string, string>;

/** Returns the secrets of the demo devices. Creates missing ones and stores them in the data directory. */
export function loadDemoSecrets(
  dataDirectory: string,
  serialNumbers: readonly string[],
  entropy: Entropy,
): DemoSecrets {
  const file = join(dataDirectory, 'demo-secrets.json');
  const kept: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const known = new Map(Object.entries(kept as Record<string, string>));
  const secrets = new Map(
    serialNumbers.map((sn) => [sn, known.get(sn) ?? Buffer.from(entropy.bytes(32)).toString('hex')] as const),
  );
  writeFileSync(`${file}.part`, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 });
  renameSync(`${file}.part`, file);
  return secrets;
}
