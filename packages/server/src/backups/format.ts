import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  backupCause,
  backupContent,
  type BackupContent,
  backupKind,
  DomainError,
} from '@northlight/contract';
import { hashSha256Hex } from '@northlight/runtime';
import { z } from 'zod';
import type { Envelope } from '../platform/secrets/envelope.ts';
import { createArchive, readArchive } from './archive.ts';

/** Purpose of the files of backups. */
export const BACKUP_PURPOSE = 'backup';

/** Version of the format that is written. A reader exists for every version that was ever released. */
const FORMAT_VERSION = 1;
const FORMAT = 'northlight-backup';

const MANIFEST = 'manifest.json';
const CONFIGURATION = 'configuration.json';
const ENTRIES = [MANIFEST, CONFIGURATION] as const;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  takenAt: z.iso.datetime(),
  kind: backupKind,
  cause: backupCause.optional(),
  projectId: z.number().int(),
  /** Version of the project's configuration. */
  configVersion: z.number().int(),
  device: z.object({
    id: z.string(),
    sn: z.string(),
    name: z.string(),
    model: z.string(),
    role: z.string(),
    software: z.string().optional(),
    /** Revision of the device's configuration. */
    revision: z.number().int(),
  }),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
});
export type BackupManifest = Omit<z.infer<typeof manifestSchema>, 'files' | 'format' | 'version'>;

export interface BackupFile {
  readonly manifest: BackupManifest;
  readonly content: BackupContent;
}

/** Returns the key with which this installation signs backups. */
export const getBackupKey = (envelope: Pick<Envelope, 'derive'>): Buffer =>
  envelope.derive('backup-signature', FORMAT);

const CHANGED = 'The file is damaged, was changed, or is from another installation.';

/** Characters of the signature, which is the comment of the archive: its last bytes. */
const SIGNATURE_LENGTH = 64;
const UNSIGNED = '0'.repeat(SIGNATURE_LENGTH);

/** Writes a backup as an archive, signed with the key of this installation. The same backup gives the same bytes. */
export async function writeBackup({ content, manifest }: BackupFile, key: Buffer): Promise<Buffer> {
  const configuration = toJson(content);
  const files = [{ name: CONFIGURATION, bytes: configuration.length, sha256: hashSha256Hex(configuration) }];
  const archive = await createArchive(
    [
      [MANIFEST, toJson({ format: FORMAT, version: FORMAT_VERSION, ...manifest, files })],
      [CONFIGURATION, configuration],
    ],
    { at: new Date(manifest.takenAt), comment: UNSIGNED },
  );
  archive.write(sign(archive, key), archive.length - SIGNATURE_LENGTH, 'latin1');
  return archive;
}

/**
 * Reads a backup. Throws 260 for a file that differs by one bit, is of another installation, or of a later version. The
 * signature is checked before anything is unpacked.
 */
export async function readBackup(bytes: Buffer, key: Buffer): Promise<BackupFile> {
  if (!isSigned(bytes, key)) throw refuse(CHANGED);
  const entries = await readArchive(bytes, ENTRIES);
  const [described, configuration] = ENTRIES.map((name) => entries.get(name));
  if (!described || !configuration) throw refuse(CHANGED);
  const { files, format: _format, version: _version, ...manifest } = parse(manifestSchema, described);
  const [file] = files;
  if (file?.name !== CONFIGURATION || file.sha256 !== hashSha256Hex(configuration)) throw refuse(CHANGED);
  return { manifest, content: parse(backupContent, configuration) };
}

const toJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

const sign = (unsigned: Buffer, key: Buffer): string =>
  createHmac('sha256', key).update(unsigned).digest('hex');

function isSigned(bytes: Buffer, key: Buffer): boolean {
  if (bytes.length < SIGNATURE_LENGTH) return false;
  const start = bytes.length - SIGNATURE_LENGTH;
  const unsigned = Buffer.from(bytes);
  unsigned.write(UNSIGNED, start, 'latin1');
  return timingSafeEqual(bytes.subarray(start), Buffer.from(sign(unsigned, key), 'latin1'));
}

/** Parses a signed part; one that does not have the form of this version is of a later one. */
function parse<T>(schema: z.ZodType<T>, part: Buffer): T {
  const parsed = schema.safeParse(JSON.parse(part.toString('utf8')));
  if (parsed.success) return parsed.data;
  throw refuse('The file is of a later version of Northlight.');
}

const refuse = (message: string): DomainError => new DomainError('fileRefused', { message });
