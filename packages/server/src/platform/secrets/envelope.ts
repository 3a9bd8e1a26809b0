import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entropy } from '@northlight/runtime';
import { StartupError } from '../startup-error.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A value that must not leak by accident. It prints and serialises as dots. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return '••••';
  }
  toJSON(): string {
    return '••••';
  }
}

/** Envelope encryption (AES-256-GCM): the server's key wraps project keys, which seal secrets. */
export class Envelope {
  readonly #wrappingKey: Buffer;
  readonly #entropy: Entropy;

  constructor(wrappingKey: Buffer, entropy: Entropy) {
    this.#wrappingKey = wrappingKey;
    this.#entropy = entropy;
  }

  /** Creates a key and returns it wrapped for storage. `context` binds the key to its row. */
  newKey(context: string): Buffer {
    return this.#seal(this.#wrappingKey, Buffer.from(this.#entropy.bytes(KEY_BYTES)), context);
  }

  /**
   * Seals a secret. `context` is `project|table|row|column`, so that a ciphertext that is moved elsewhere
   * cannot be opened.
   */
  seal(wrappedKey: Buffer, keyContext: string, secret: Secret, context: string): Buffer {
    const key = this.#open(this.#wrappingKey, wrappedKey, keyContext);
    return this.#seal(key, Buffer.from(secret.reveal(), 'utf8'), context);
  }

  open(wrappedKey: Buffer, keyContext: string, sealed: Buffer, context: string): Secret {
    const key = this.#open(this.#wrappingKey, wrappedKey, keyContext);
    return new Secret(this.#open(key, sealed, context).toString('utf8'));
  }

  /** Derives a 32-byte key for one purpose and subject from the server's key, without storing it. */
  derive(purpose: string, subject: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#wrappingKey, subject, purpose, KEY_BYTES));
  }

  /** Seals a secret with the key derived for one purpose and subject, without a stored key. */
  sealFor(purpose: string, subject: string, secret: Secret): Buffer {
    return this.#seal(this.derive(purpose, subject), Buffer.from(secret.reveal(), 'utf8'), subject);
  }

  openFor(purpose: string, subject: string, sealed: Buffer): Secret {
    return new Secret(this.#open(this.derive(purpose, subject), sealed, subject).toString('utf8'));
  }

  #seal(key: Buffer, plain: Buffer, context: string): Buffer {
    const nonce = Buffer.from(this.#entropy.bytes(NONCE_BYTES));
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  #open(key: Buffer, sealed: Buffer, context: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES)).setAAD(
      Buffer.from(context),
    );
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  }
}

/** Loads the server's key from the setting, or from `<data>/secret.key`, which the first start creates with mode 0600. */
export function loadWrappingKey(
  setting: string | undefined,
  dataDirectory: string,
  entropy: Entropy,
): Buffer {
  const file = join(dataDirectory, 'secret.key');
  if (setting === undefined && !existsSync(file))
    writeFileSync(file, Buffer.from(entropy.bytes(KEY_BYTES)).toString('hex'), { mode: 0o600, flag: 'wx' });
  const hex = (setting ?? readFileSync(file, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new StartupError(
      `The server's key (${setting ? 'NORTHLIGHT_KEY' : file}) must be 64 hexadecimal digits.`,
    );
  return Buffer.from(hex, 'hex');
}
