import {
  type Adaption,
  adaptContent,
  DomainError,
  findCapabilities,
  listGatewayAddresses,
  type ProjectContent,
} from '@northlight/contract';
import { buildScope, type ReviewSnapshot } from '../network/index.ts';
import type { BackupFile } from './format.ts';
import type { SnapshotDevice } from './snapshot.ts';

/**
 * Returns the content of a backup for the present hardware of its device, which is of another model after a replacement.
 * Throws 260 if the file is of another kind of device.
 */
export function adaptToDevice(
  { content, manifest }: Pick<BackupFile, 'content' | 'manifest'>,
  device: SnapshotDevice,
  { config, devices, project }: ReviewSnapshot,
): { readonly content: ProjectContent; readonly adaptions: readonly Adaption[] } {
  if (manifest.device.model === device.model) return { content, adaptions: [] };
  const from = findCapabilities(manifest.device.model);
  if (from?.kind !== device.caps.kind)
    throw new DomainError('fileRefused', { message: 'The backup is of another kind of device.' });
  return adaptContent(
    content,
    { id: device.id, role: device.role, from, to: device.caps },
    {
      network: buildScope(devices, project),
      settings: { lanAddresses: listGatewayAddresses(config) },
    },
  );
}
