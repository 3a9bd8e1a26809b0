import { type KeyObject, sign } from 'node:crypto';
import { encodeFirmwareHead, type FirmwareManifest } from '@northlight/contract/device-protocol';
import { hashSha256Hex } from '@northlight/runtime';

/** Default image of `packFirmware`. */
export const IMAGE = Buffer.from('the new software, '.repeat(5_000));

/** Packs an upgrade file of version 2.0.0 for NL-GW5, signed with a key; its manifest describes `IMAGE`. */
export function packFirmware(
  key: KeyObject,
  values: Partial<FirmwareManifest> = {},
  content: Buffer = IMAGE,
): Buffer {
  const head = encodeFirmwareHead({
    v: 1,
    models: ['NL-GW5'],
    version: '2.0.0',
    sizeBytes: IMAGE.length,
    sha256: hashSha256Hex(IMAGE),
    ...values,
  });
  return Buffer.concat([head, sign(null, head, key), content]);
}
