import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError, type FieldErrors } from '@northlight/contract';
import { generateX25519Identity, identityToRecipient, Encrypter } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decryptFile, encryptFile, isAgeFile } from './age-password.ts';

const PASSWORD = 'correct horse 1';
const CONTENT = Buffer.from('content '.repeat(20_000));

let file: Buffer;
let folder: string;
beforeAll(async () => {
  file = Buffer.from(await encryptFile(CONTENT, PASSWORD));
  folder = mkdtempSync(join(tmpdir(), 'nl-age-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function refusalOf(bytes: Buffer, password = PASSWORD): Promise<FieldErrors | undefined> {
  try {
    await decryptFile(bytes, password);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'fileRefused') return error.fields;
    throw error;
  }
}

test('a file opens with its password, and with no other', async () => {
  expect(isAgeFile(file)).toBe(true);
  expect(file.includes(CONTENT.subarray(0, 16))).toBe(false);
  expect(await decryptFile(file, PASSWORD)).toEqual(CONTENT);
  expect(await refusalOf(file, 'correct horse 2')).toEqual({
    password: 'The password does not open this file.',
  });
});

test('the same content and password give another file each time', async () => {
  expect(await encryptFile(CONTENT, PASSWORD)).not.toEqual(new Uint8Array(file));
});

test.each([-1, -20_000, 250])('a file that was changed at byte %i is refused', async (at) => {
  const changed = Buffer.from(file);
  const index = at < 0 ? changed.length + at : at;
  changed[index] = (changed[index] ?? 0) ^ 1;
  expect(await refusalOf(changed)).toBeDefined();
});

test('a file that was cut or that has a longer end is refused', async () => {
  for (const other of [
    file.subarray(0, -100),
    file.subarray(0, 60),
    Buffer.concat([file, Buffer.alloc(9)]),
    Buffer.from('age-encryption.org/v1\n'),
  ])
    expect(await refusalOf(other)).toEqual({ file: 'The file is damaged or was changed.' });
});

test.each(['19', '20', '30', '63', '99'])(
  'a file that asks for 2^%s work is refused without it',
  async (factor) => {
    const start = performance.now();
    expect(await refusalOf(replaceInHeader(' 17\n', ` ${factor}\n`))).toEqual({
      file: `The file needs more work than is accepted (2^${factor}).`,
    });
    expect(performance.now() - start).toBeLessThan(200);
  },
);

test.each(['0', '017', '-1', '1e1', '999', '17 1', ''])(
  'a work factor of "%s" is refused',
  async (factor) => {
    expect(await refusalOf(replaceInHeader(' 17\n', ` ${factor}\n`))).toEqual({ file: expect.any(String) });
  },
);

test('a file for the key of a person is refused', async () => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(await generateX25519Identity()));
  expect(await refusalOf(Buffer.from(await encrypter.encrypt(new Uint8Array(CONTENT))))).toEqual({
    file: 'The file is protected otherwise than by a password.',
  });
});

/** Replaces a text of the header, which is not in the rest of the file. */
function replaceInHeader(text: string, by: string): Buffer {
  const at = file.indexOf(text, 0, 'latin1');
  return Buffer.concat([file.subarray(0, at), Buffer.from(by, 'latin1'), file.subarray(at + text.length)]);
}

/** Runs the program `age`, which reads passwords from a terminal only. Throws with its output if it fails. */
function runAge(command: string, input: string): void {
  const { output, status } = spawnSync('script', ['-qec', command, '/dev/null'], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(output.join('\n'));
}

const isInstalled = [
  ['age', '--version'],
  ['script', '--version'],
].every(([program = '', ...args]) => spawnSync(program, args).status === 0);
if (!isInstalled) process.stderr.write('skipped: the programs age and script are not installed\n');
// With NORTHLIGHT_TEST_ALL, the test runs and fails instead.
test.skipIf(!isInstalled && !process.env['NORTHLIGHT_TEST_ALL'])(
  'the program age opens a file, and its own files are opened',
  async () => {
    const [protectedFile, opened, made] = ['file.age', 'file', 'made.age'].map((name) => join(folder, name));
    if (!protectedFile || !opened || !made) throw new Error('There are three files.');
    writeFileSync(protectedFile, file);
    runAge(`age -d -o ${opened} ${protectedFile}`, `${PASSWORD}\n`);
    expect(readFileSync(opened)).toEqual(CONTENT);
    runAge(`age -p -o ${made} ${opened}`, `${PASSWORD}\n${PASSWORD}\n`);
    expect(await decryptFile(readFileSync(made), PASSWORD)).toEqual(CONTENT);
  },
);
