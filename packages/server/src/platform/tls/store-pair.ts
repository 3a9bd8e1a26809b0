import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PemFiles } from '../config.ts';
import type { NewPair } from './issue.ts';

/**
 * Stores a pair durably, each file atomically and the key first, so that a stored certificate always has its key.
 */
export function storePair(files: PemFiles, { certificatePem, keyPem }: NewPair): void {
  const directory = dirname(files.certificate);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeAtomically(files.key, keyPem, 0o600);
  writeAtomically(files.certificate, certificatePem, 0o644);
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function writeAtomically(file: string, text: string, mode: number): void {
  const temporary = `${file}.new`;
  const handle = openSync(temporary, 'w', mode);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}
