/**
 * `npm run firmware -- key DIRECTORY`: creates the manufacturer's key pair.
 * `npm run firmware -- pack --key PRIVATE.pem --models NL-GW5,NL-LGW --version 2.1.0 [--notes TEXT] IMAGE OUT.bin`
 * `npm run firmware -- trust PUBLIC.pem`: trusts upgrade files signed with that key from the next start on.
 */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeIssue } from '@northlight/contract';
import {
  FIRMWARE_MAX_BYTES,
  encodeFirmwareHead,
  firmwareManifest,
} from '@northlight/contract/device-protocol';
import { parseFirmwareKeys, hashSha256Hex } from '@northlight/runtime';
import { getFirmwareKeyDirectory } from '../firmware/index.ts';
import { readConfig } from '../platform/config.ts';
import { StartupError } from '../platform/startup-error.ts';

const USAGE = `Usage: npm run firmware -- key DIRECTORY
       npm run firmware -- pack --key PRIVATE.pem --models NL-GW5,NL-LGW --version 2.1.0 [--notes TEXT] IMAGE OUT.bin
       npm run firmware -- trust PUBLIC.pem`;

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      models: { type: 'string' },
      version: { type: 'string' },
      notes: { type: 'string' },
    },
  });
  const [verb, first, second] = positionals;
  if (verb === 'key' && first) return makeKeys(first);
  if (verb === 'trust' && first) return trust(first);
  if (verb === 'pack' && first && second && values.key) return pack(first, second, values.key, values);
  throw new StartupError(USAGE);
}

function makeKeys(directory: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  mkdirSync(directory, { recursive: true });
  const [secret, open] = [join(directory, 'firmware-private.pem'), join(directory, 'firmware-public.pem')];
  writeFileSync(secret, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  writeFileSync(open, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  console.log(
    `${secret}: private key, do not store it on a server.\n${open}: public key for installations and devices.`,
  );
}

function trust(file: string): void {
  if (parseFirmwareKeys(readFileSync(file, 'utf8')).length === 0)
    throw new StartupError(`${file} contains no public key in PEM.`);
  const directory = getFirmwareKeyDirectory(readConfig(process.env).dataDirectory);
  mkdirSync(directory, { recursive: true });
  copyFileSync(file, join(directory, basename(file)));
  console.log(`Trusted from the next start on: ${resolve(directory, basename(file))}`);
}

function pack(
  imageFile: string,
  out: string,
  keyFile: string,
  { models = '', notes, version }: { models?: string; notes?: string; version?: string },
): void {
  const image = readFileSync(imageFile);
  const manifest = firmwareManifest.safeParse(
    {
      v: 1,
      models: models.split(',').filter((model) => model !== ''),
      version,
      sizeBytes: image.length,
      sha256: hashSha256Hex(image),
      ...(notes !== undefined && { notes }),
    },
    { error: describeIssue },
  );
  if (!manifest.success) {
    const [issue] = manifest.error.issues;
    throw new StartupError(`${issue?.path.join('.')}: ${issue?.message}\n${USAGE}`);
  }
  const head = encodeFirmwareHead(manifest.data);
  const signature = sign(null, head, createPrivateKey(readFileSync(keyFile)));
  const bytes = Buffer.concat([head, signature, image]);
  if (bytes.length > FIRMWARE_MAX_BYTES)
    throw new StartupError('The upgrade file would be larger than 40 MB.');
  writeFileSync(out, bytes);
  console.log(`${out}: ${version} for ${models}, ${bytes.length} bytes.`);
}
