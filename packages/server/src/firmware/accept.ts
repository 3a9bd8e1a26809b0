import type { KeyObject } from 'node:crypto';
import { DomainError, findModelEntry } from '@northlight/contract';
import {
  type FirmwareManifest,
  FirmwareUnreadable,
  readFirmware,
} from '@northlight/contract/device-protocol';
import { isImageOf, isSignedByAny } from '@northlight/runtime';
import type { UploadedFile } from '../platform/http/caller-context.ts';

const FILE_FIELD = 'file';

const rejection = (message: string): DomainError =>
  new DomainError('fileRefused', { message, fields: { [FILE_FIELD]: message } });

/** Returns the manifest of an upgrade file; throws when it is damaged, not signed by a trusted key, or for unknown models. */
export function acceptFirmware({ bytes, name }: UploadedFile, keys: readonly KeyObject[]): FirmwareManifest {
  if (!/\.bin$/i.test(name))
    throw rejection('The name of an upgrade file ends in .bin. Choose another file.');
  if (keys.length === 0)
    throw new DomainError('signature', {
      status: 422,
      message:
        'This installation trusts no key of the manufacturer yet. Add one with: npm run firmware -- trust KEY.pem',
    });
  const { imageAt, manifest, signature, signed } = parseFirmware(bytes);
  if (!isSignedByAny(signed, signature, keys)) {
    const message = 'The upgrade file is not signed by a key that this installation trusts.';
    throw new DomainError('signature', { status: 422, message, fields: { [FILE_FIELD]: message } });
  }
  if (!isImageOf(manifest, bytes.subarray(imageAt)))
    throw rejection(
      'The upgrade file is damaged: its image is not the one that was signed. Download it again.',
    );
  const unknown = manifest.models.find((model) => findModelEntry(model) === undefined);
  if (unknown !== undefined) {
    const message = `The upgrade file is for ${unknown}, which is not a supported model.`;
    throw new DomainError('model', { message, fields: { [FILE_FIELD]: message } });
  }
  return manifest;
}

function parseFirmware(bytes: Uint8Array) {
  try {
    return readFirmware(bytes);
  } catch (error) {
    throw error instanceof FirmwareUnreadable ? rejection(error.message) : error;
  }
}
