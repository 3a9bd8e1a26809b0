import type { KeyObject } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFirmwareKeys } from '@northlight/runtime';
import { StartupError } from '../platform/startup-error.ts';

/** Returns the directory of the manufacturer's public keys; `npm run firmware -- trust KEY.pem` adds one. */
export const getFirmwareKeyDirectory = (dataDirectory: string): string =>
  join(dataDirectory, 'firmware-keys');

/** Loads the keys trusted to sign upgrade files: every .pem file of the directory. */
export function loadFirmwareKeys(dataDirectory: string): readonly KeyObject[] {
  const directory = getFirmwareKeyDirectory(dataDirectory);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.pem'))
    .sort()
    .flatMap((name) => {
      try {
        return parseFirmwareKeys(readFileSync(join(directory, name), 'utf8'));
      } catch (error) {
        throw new StartupError(
          `${join(directory, name)}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    });
}
