import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PemFiles } from '../config.ts';
import type { NewPair } from './issue.ts';

/**
 * Keeps a pair, each file whole or not at all, and the key before the certificate: where a certificate is, its key is.
 */
export function storePair(files: PemFiles, { certificatePem, keyPem }: NewPair): void {
  const directory = dirname(files.certificate);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeWhole(files.key, keyPem, 0o600);
  writeWhole(files.certificate, certificatePem, 0o644);
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function writeWhole(file: string, text: string, mode: number): void {
  const beside = `${file}.new`;
  const handle = openSync(beside, 'w', mode);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(beside, file);
}
