import type { KeyObject } from 'node:crypto';
import { DomainError, modelEntry } from '@northlight/contract';
import {
  type FirmwareManifest,
  FirmwareUnreadable,
  readFirmware,
} from '@northlight/contract/device-protocol';
import { isImageOf, isSignedByAny } from '@northlight/runtime';
import type { UploadedFile } from '../platform/http/request-context.ts';

const ON_FILE = 'file';

const refused = (message: string): DomainError =>
  new DomainError('fileRefused', { message, fields: { [ON_FILE]: message } });

/** The manifest of an upgrade file that is whole, signed by a key that we trust, and for models that we know. */
export function acceptFirmware({ bytes, name }: UploadedFile, keys: readonly KeyObject[]): FirmwareManifest {
  if (!/\.bin$/i.test(name)) throw refused('An upgrade file ends in .bin.');
  if (keys.length === 0)
    throw new DomainError('signature', {
      status: 422,
      message: 'This installation trusts no key of the manufacturer yet: npm run firmware -- trust KEY.pem',
    });
  const { imageAt, manifest, signature, signed } = parts(bytes);
  if (!isSignedByAny(signed, signature, keys)) {
    const message = 'The upgrade file is not signed by a key that this installation trusts.';
    throw new DomainError('signature', { status: 422, message, fields: { [ON_FILE]: message } });
  }
  if (!isImageOf(manifest, bytes.subarray(imageAt)))
    throw refused('The upgrade file is damaged: its image is not the one that was signed.');
  const unknown = manifest.models.find((model) => modelEntry(model) === undefined);
  if (unknown !== undefined) {
    const message = `The upgrade file is for ${unknown}, which is no model of this cloud.`;
    throw new DomainError('model', { message, fields: { [ON_FILE]: message } });
  }
  return manifest;
}

function parts(bytes: Uint8Array) {
  try {
    return readFirmware(bytes);
  } catch (error) {
    throw error instanceof FirmwareUnreadable ? refused(error.message) : error;
  }
}
