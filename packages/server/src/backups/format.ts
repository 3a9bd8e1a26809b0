import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  backupCause,
  backupContent,
  type BackupContent,
  backupKind,
  DomainError,
  missingPart,
} from '@northlight/contract';
import { type DevicePart, devicePart } from '@northlight/contract/device-protocol';
import { hashSha256Hex } from '@northlight/runtime';
import { z } from 'zod';
import type { Envelope } from '../platform/secrets/envelope.ts';
import { createArchive, readArchive } from './archive.ts';

/** Purpose of the files of backups. */
export const BACKUP_PURPOSE = 'backup';

/** Version of the format that is written. A reader exists for every version that was ever released. */
const FORMAT_VERSION = 2;
const FORMAT = 'northlight-backup';

const MANIFEST = 'manifest.json';
const CONFIGURATION = 'configuration.json';
const DEVICE = 'device.json';
const SECRETS = 'secrets.json';

const fileEntry = z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() });
const manifestSchema = z.object({
  format: z.literal(FORMAT),
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
  /** Why the file has no part of the device itself. */
  missingPart: missingPart.optional(),
  files: z.array(fileEntry),
});
export type BackupManifest = Omit<z.infer<typeof manifestSchema>, 'files' | 'format'>;

/** Secrets that a configuration names, in downloads only, which are encrypted. */
const secretsSchema = z.array(z.object({ id: z.string(), path: z.string(), value: z.string() }));

export interface BackupFile {
  readonly manifest: BackupManifest;
  readonly content: BackupContent;
  /** Part that only the device knows; absent with a reason in the manifest. */
  readonly part?: DevicePart | undefined;
  readonly secrets?: z.infer<typeof secretsSchema> | undefined;
}

/** Entries of a version besides the manifest and the configuration, which every file has. */
interface FormatReader {
  readonly optional: readonly string[];
}

const READERS: ReadonlyMap<number, FormatReader> = new Map([
  [1, { optional: [] }],
  [FORMAT_VERSION, { optional: [DEVICE, SECRETS] }],
]);
const ENTRIES = [MANIFEST, CONFIGURATION, DEVICE, SECRETS] as const;

/** Returns the key with which this installation signs backups. */
export const getBackupKey = (envelope: Pick<Envelope, 'derive'>): Buffer =>
  envelope.derive('backup-signature', FORMAT);

const versionSchema = z.object({ version: z.number().int() });
const LATER = 'The file is of a later version of Northlight.';
const CHANGED = 'The file is damaged, was changed, or is from another installation.';

/** Characters of the signature, which is the comment of the archive: its last bytes. */
const SIGNATURE_LENGTH = 64;
const UNSIGNED = '0'.repeat(SIGNATURE_LENGTH);

/** Writes a backup as an archive, signed with the key of this installation. The same backup gives the same bytes. */
export async function writeBackup(
  { content, manifest, part, secrets }: BackupFile,
  key: Buffer,
): Promise<Buffer> {
  const entries = [
    [CONFIGURATION, toJson(content)] as const,
    ...(part ? [[DEVICE, toJson(part)] as const] : []),
    ...(secrets ? [[SECRETS, toJson(secrets)] as const] : []),
  ];
  const files = entries.map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: hashSha256Hex(bytes) }));
  const archive = await createArchive(
    [[MANIFEST, toJson({ format: FORMAT, version: FORMAT_VERSION, ...manifest, files })], ...entries],
    { at: new Date(manifest.takenAt), comment: UNSIGNED },
  );
  archive.write(sign(archive, key), archive.length - SIGNATURE_LENGTH, 'latin1');
  return archive;
}

/**
 * Reads a backup of any version. Throws 260 for a file that differs by one bit, is of another installation, or of a later
 * version. The signature is checked before anything is unpacked.
 */
export async function readBackup(bytes: Buffer, key: Buffer): Promise<BackupFile> {
  if (!isSigned(bytes, key)) throw refuse(CHANGED);
  const entries = await readArchive(bytes, ENTRIES);
  const [described, configuration] = [MANIFEST, CONFIGURATION].map((name) => entries.get(name));
  if (!described || !configuration) throw refuse(CHANGED);
  const reader = READERS.get(parse(versionSchema, described).version);
  if (!reader) throw refuse(LATER);
  const { files, format: _format, ...manifest } = parse(manifestSchema, described);
  const names = [CONFIGURATION, ...reader.optional];
  const isComplete =
    files.length === entries.size - 1 &&
    files.every(({ name, sha256 }) => {
      const entry = names.includes(name) ? entries.get(name) : undefined;
      return entry !== undefined && sha256 === hashSha256Hex(entry);
    });
  if (!isComplete) throw refuse(CHANGED);
  const part = entries.get(DEVICE);
  const secrets = entries.get(SECRETS);
  return {
    manifest,
    content: parse(backupContent, configuration),
    ...(part && { part: parse(devicePart, part) }),
    ...(secrets && { secrets: parse(secretsSchema, secrets) }),
  };
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
  throw refuse(LATER);
}

const refuse = (message: string): DomainError => new DomainError('fileRefused', { message });
