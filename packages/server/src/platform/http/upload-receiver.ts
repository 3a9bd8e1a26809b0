import { constants } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError, type Endpoint } from '@northlight/contract';
import { type Entropy, KeyedSlots, createRandomBase62 } from '@northlight/runtime';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { UploadedFile } from './caller-context.ts';

/** Maximum number of parallel uploads of an account. */
const PER_ACCOUNT = 4;
const PER_PROCESS = 64;
const MEGABYTE = 2 ** 20;
/** Texts beside the file, such as its password. */
const FIELDS_MAX = 4;
const FIELD_MAX_BYTES = 1024;

type Upload = NonNullable<Endpoint['upload']>;

/** Receives the files of multipart requests on disk, so that a slow upload takes no memory. */
export class UploadReceiver {
  readonly #directory: string;
  readonly #entropy: Entropy;
  readonly #slots = new KeyedSlots({ perKey: PER_ACCOUNT, total: PER_PROCESS });

  constructor(dataDirectory: string, entropy: Entropy) {
    this.#directory = join(dataDirectory, 'uploads');
    this.#entropy = entropy;
  }

  /**
   * Resolves to the file when its last byte has arrived. Throws 400 without a file, the upload's own error for one that is
   * too large, and 2010 when the account has four uploads in progress.
   */
  async receive(request: FastifyRequest, upload: Upload, accountId: string): Promise<UploadedFile> {
    using slot = this.#slots.take(accountId);
    if (!slot)
      throw new DomainError('repeated', {
        status: 429,
        message: `The limit of ${PER_ACCOUNT} simultaneous uploads is reached. Wait until one has ended.`,
      });
    const missing = new DomainError('invalidParameters', { fields: { [upload.field]: 'Choose a file.' } });
    if (!request.isMultipart()) throw missing;
    try {
      const part = await request.file({
        limits: { fileSize: upload.maxBytes, files: 1, fields: FIELDS_MAX, fieldSize: FIELD_MAX_BYTES },
      });
      if (!part || part.fieldname !== upload.field) throw missing;
      const bytes = await this.#store(part);
      // The parser throws the size error only while it reads; if the limit falls between two chunks, it only
      // sets this flag.
      if (part.file.truncated) throw createTooLargeError(upload);
      return { name: part.filename, bytes, fields: readFields(part) };
    } catch (error) {
      if ((error as Partial<FastifyError>).code === 'FST_REQ_FILE_TOO_LARGE')
        throw createTooLargeError(upload);
      // Answers parser errors, which have no status, as client errors: a truncated body or a missing
      // boundary.
      throw error instanceof DomainError || (error as Partial<FastifyError>).statusCode !== undefined
        ? error
        : missing;
    }
  }

  /**
   * Writes the file to disk and reads it when it is complete. The file has no directory entry, so the system
   * removes it after a crash.
   */
  async #store({ file }: MultipartFile): Promise<Buffer> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const path = join(this.#directory, createRandomBase62(this.#entropy, 22));
    await using handle = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600);
    await rm(path);
    let size = 0;
    for await (const chunk of file) size += (await handle.write(chunk as Buffer)).bytesWritten;
    const bytes = Buffer.alloc(size);
    await handle.read(bytes, 0, bytes.length, 0);
    return bytes;
  }
}

/** Returns the complete texts of the form that came before the file. */
function readFields({ fields }: MultipartFile): Record<string, string> {
  const parts = Object.values(fields).flatMap((part) => part ?? []);
  return Object.fromEntries(
    parts.flatMap((part) =>
      part.type === 'field' && typeof part.value === 'string' && !part.valueTruncated
        ? [[part.fieldname, part.value] as const]
        : [],
    ),
  );
}

const createTooLargeError = (upload: Upload): DomainError =>
  new DomainError(upload.tooLarge ?? 'fileTooLarge', {
    message: `The file is larger than ${Math.floor(upload.maxBytes / MEGABYTE)} MB.`,
  });
