import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { DomainError } from '@northlight/contract';
import { Decrypter, Encrypter, type Identity, type Recipient, Stanza } from 'age-encryption';

/** Work factor of new files, as a power of two: 128 MB and about 0.5 s of a processor for each attempt. */
const WORK_FACTOR = 17;
/** Highest accepted work factor, the default of the program `age`: 256 MB. A file names its own, so that it could ask for more. */
const WORK_FACTOR_MAX = 18;
const BLOCK_SIZE = 8;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const FILE_KEY_BYTES = 16;
const TAG_BYTES = 16;
/** Memory of a derivation: 128 bytes for each block, and what it needs besides. */
const MEMORY_MAX_BYTES = 128 * BLOCK_SIZE * 2 ** WORK_FACTOR_MAX + 2 ** 20;
const LABEL = 'age-encryption.org/v1/scrypt';
const KIND = 'scrypt';
const CIPHER = 'chacha20-poly1305';
/** A key encrypts one file key, so that a constant nonce is safe. */
const NONCE = Buffer.alloc(12);
const FIRST_LINE = 'age-encryption.org/v1\n';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Derives a key in a thread of Node: the library derives it on the thread that answers all requests. */
const deriveKey = (password: string, salt: Buffer, workFactor: number): Promise<Buffer> =>
  derive(password, Buffer.concat([Buffer.from(LABEL), salt]), KEY_BYTES, {
    N: 2 ** workFactor,
    r: BLOCK_SIZE,
    p: 1,
    maxmem: MEMORY_MAX_BYTES,
  });

/** Encrypts the key of a file with a password. */
class PasswordRecipient implements Recipient {
  readonly #password: string;

  constructor(password: string) {
    this.#password = password;
  }

  async wrapFileKey(fileKey: Uint8Array): Promise<Stanza[]> {
    const salt = randomBytes(SALT_BYTES);
    const cipher = createCipheriv(CIPHER, await deriveKey(this.#password, salt, WORK_FACTOR), NONCE, {
      authTagLength: TAG_BYTES,
    });
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
    return [new Stanza([KIND, toBase64(salt), String(WORK_FACTOR)], new Uint8Array(body))];
  }
}

/** Decrypts the key of a file with a password, if the file asks for no more work than is accepted. */
class PasswordIdentity implements Identity {
  readonly #password: string;
  /** True after the password did not fit. */
  isWrong = false;

  constructor(password: string) {
    this.#password = password;
  }

  async unwrapFileKey(stanzas: readonly Stanza[]): Promise<Uint8Array | null> {
    const [stanza] = stanzas;
    const [kind, salt = '', factor = '', ...rest] = stanza?.args ?? [];
    if (!stanza || stanzas.length !== 1 || kind !== KIND || rest.length > 0)
      throw refuse('file', 'The file is protected otherwise than by a password.');
    const saltBytes = Buffer.from(salt, 'base64');
    const isWellFormed =
      saltBytes.length === SALT_BYTES &&
      /^[1-9]\d?$/.test(factor) &&
      stanza.body.length === FILE_KEY_BYTES + TAG_BYTES;
    if (!isWellFormed) throw refuse('file', DAMAGED);
    const workFactor = Number(factor);
    if (workFactor > WORK_FACTOR_MAX)
      throw refuse('file', `The file needs more work than is accepted (2^${workFactor}).`);
    const key = await deriveKey(this.#password, saltBytes, workFactor);
    try {
      const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(stanza.body.subarray(FILE_KEY_BYTES));
      return Buffer.concat([decipher.update(stanza.body.subarray(0, FILE_KEY_BYTES)), decipher.final()]);
    } catch {
      this.isWrong = true;
      return null;
    }
  }
}

const DAMAGED = 'The file is damaged or was changed.';

/** Returns true for a file in the format of age, whatever protects it. */
export const isAgeFile = (bytes: Buffer): boolean =>
  bytes.subarray(0, FIRST_LINE.length).toString('latin1') === FIRST_LINE;

/** Encrypts a file with a password in the format of age. */
export function encryptFile(bytes: Buffer, password: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(new PasswordRecipient(password));
  return encrypter.encrypt(new Uint8Array(bytes));
}

/** Decrypts a file in the format of age. Throws 260 at the field of the password, or at that of the file. */
export async function decryptFile(bytes: Buffer, password: string): Promise<Buffer> {
  const identity = new PasswordIdentity(password);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    return Buffer.from(await decrypter.decrypt(new Uint8Array(bytes)));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw identity.isWrong
      ? refuse('password', 'The password does not open this file.')
      : refuse('file', DAMAGED);
  }
}

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const refuse = (field: string, message: string): DomainError =>
  new DomainError('fileRefused', { message, fields: { [field]: message } });
