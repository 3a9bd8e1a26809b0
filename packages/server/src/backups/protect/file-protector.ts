import { DomainError } from '@northlight/contract';
import { FairQueue, type QueueRequester } from '../../platform/fair-queue.ts';
import { decryptFile, encryptFile, isAgeFile } from './age-password.ts';

/** Derivations at a time: each takes a processor and up to 256 MB. */
const SLOTS = 2;
const WAITING = 20;

/** Protects files with passwords, and opens protected ones. The work for each account has a share of its own. */
export class FileProtector {
  readonly #queue = new FairQueue({
    slots: SLOTS,
    waiting: WAITING,
    busy: 'Too many files are being protected or opened. Try again in 1 min.',
  });

  protect(bytes: Buffer, password: string, requester: QueueRequester): Promise<Uint8Array> {
    return this.#queue.run(requester, () => encryptFile(bytes, password));
  }

  /** Returns the content of a protected file; a file without protection is returned as it is. */
  async open(bytes: Buffer, password: string | undefined, requester: QueueRequester): Promise<Buffer> {
    if (!isAgeFile(bytes)) return bytes;
    if (password === undefined) {
      const message = 'Enter the password of the file.';
      throw new DomainError('fileRefused', { message, fields: { password: message } });
    }
    return this.#queue.run(requester, () => decryptFile(bytes, password));
  }
}
