import { z } from 'zod';
import { storableText as text } from '../net/index.ts';

/** Maximum size of an upgrade file (.bin, specification §5): 40 MB. */
export const FIRMWARE_MAX_BYTES = 40 * 1024 * 1024;

/** Version of one to four numbers separated by dots: `2.10.0`. */
export const firmwareVersion = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,5}){1,3}$/, 'Enter a version such as 2.10.0.');

/** The signed description of an upgrade file. */
export const firmwareManifest = z.object({
  v: z.literal(1),
  /** Prefixes of model names. The file fits every model whose name begins with one of them. */
  models: z.array(text(40).min(1)).min(1).max(64),
  version: firmwareVersion,
  /** Size of the image that follows. */
  sizeBytes: z.number().int().positive().max(FIRMWARE_MAX_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  notes: text(2_000).optional(),
});
export type FirmwareManifest = z.infer<typeof firmwareManifest>;

/** First bytes of an upgrade file: `NLFW`, then the version of the layout. */
const MAGIC = [0x4e, 0x4c, 0x46, 0x57, 0x01];
const SIGNATURE_BYTES = 64;
const MANIFEST_MAX_BYTES = 16 * 1024;
const HEAD_BYTES = MAGIC.length + 4;

/**
 * Layout of an upgrade file: the magic bytes, the length of the manifest (32 bits, big-endian), the manifest
 * (JSON), the Ed25519 signature over everything before it, and the image.
 */
export interface FirmwareParts {
  /** Bytes that the signature covers. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
  readonly manifest: FirmwareManifest;
  /** Offset of the image. */
  readonly imageAt: number;
}

export class FirmwareUnreadable extends Error {}

/** Returns the JSON with ASCII characters only, so that its encoding in bytes is unambiguous. */
const asciiJson = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns the signed head of an upgrade file, before the image. */
export function encodeFirmwareHead(manifest: FirmwareManifest): Uint8Array {
  const json = Uint8Array.from(asciiJson(manifest), (letter) => letter.charCodeAt(0));
  const head = new Uint8Array(HEAD_BYTES + json.length);
  head.set(MAGIC);
  new DataView(head.buffer).setUint32(MAGIC.length, json.length);
  head.set(json, HEAD_BYTES);
  return head;
}

/**
 * Reads an upgrade file up to its image. Throws `FirmwareUnreadable` with a message. Does not verify the
 * signature.
 */
export function readFirmware(bytes: Uint8Array): FirmwareParts {
  if (bytes.length < HEAD_BYTES || MAGIC.some((byte, index) => bytes[index] !== byte))
    throw new FirmwareUnreadable('This is not an upgrade file. Choose a file of the manufacturer.');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length);
  const signedEnd = HEAD_BYTES + length;
  const imageAt = signedEnd + SIGNATURE_BYTES;
  if (length > MANIFEST_MAX_BYTES || bytes.length < imageAt)
    throw new FirmwareUnreadable('The upgrade file is incomplete. Download it again.');
  return {
    signed: bytes.subarray(0, signedEnd),
    signature: bytes.subarray(signedEnd, imageAt),
    manifest: readManifest(bytes.subarray(HEAD_BYTES, signedEnd)),
    imageAt,
  };
}

function readManifest(bytes: Uint8Array): FirmwareManifest {
  try {
    if (bytes.some((byte) => byte > 0x7e)) throw new FirmwareUnreadable();
    return firmwareManifest.parse(JSON.parse(String.fromCharCode(...bytes)));
  } catch {
    throw new FirmwareUnreadable('The manifest of the upgrade file cannot be read. Download the file again.');
  }
}

/** Compares two versions: negative when `one` is older, 0 when both are equal; `2.1` equals `2.1.0`. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) =>
    version.split('.').map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let index = 0; index < Math.max(a?.length ?? 0, b?.length ?? 0); index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export const isFirmwareForModel = ({ models }: Pick<FirmwareManifest, 'models'>, model: string): boolean =>
  models.some((prefix) => model.startsWith(prefix));
