import type { NetworkConfig } from '@northlight/contract';
import { canonicalJson, sha256Hex } from '@northlight/runtime';
import { sealDesired } from '../devices/index.ts';
import { readSettings, type StoredSettings } from './settings/store.ts';
import type { Tx } from '../platform/db/database.ts';
import { deviceVerifier } from '../projects/index.ts';
import type { Services } from '../services.ts';
import { type DesiredParts, desiredFor } from './desired.ts';
import { openSecrets } from './secrets.ts';
import { type NetworkProject, type ProjectDevice, readProject } from './state.ts';

type Assigning = Pick<Services, 'entropy' | 'envelope'>;

/** What devices of a project are told beside their own capabilities. */
export interface ProjectParts extends Omit<DesiredParts, 'settings'> {
  readonly project: NetworkProject;
  readonly settings: ReadonlyMap<string, StoredSettings>;
}

/** What the project's devices are told under this configuration; its secrets are opened. */
export async function projectParts(
  services: Assigning,
  tx: Tx,
  projectId: number,
  config: NetworkConfig,
  project?: NetworkProject,
): Promise<ProjectParts> {
  return {
    config: await openSecrets(services, tx, projectId, config),
    project: project ?? (await readProject(tx, projectId)),
    settings: await readSettings(tx, projectId),
    localPassword: await deviceVerifier(services, tx, projectId),
  };
}

/** Those that the project's network settings concern; the password alone is told when it is set. */
export const takesNetwork =
  ({ config, settings }: Pick<ProjectParts, 'config' | 'settings'>) =>
  ({ caps, id }: ProjectDevice): boolean =>
    caps.features.includes('vlan') ||
    settings.has(id) ||
    (config.wireless !== undefined && caps.features.includes('wifi'));

/** Devices whose desired configuration the change alters. */
export function touchedBy(devices: readonly ProjectDevice[], parts: ProjectParts) {
  return devices.flatMap((device) => {
    const desired = desiredFor(device, { ...parts, settings: parts.settings.get(device.id)?.settings });
    if (!desired) return [];
    const hash = sha256Hex(canonicalJson(desired));
    // One that was refused, undone or kept back is tried again when somebody asks for it again.
    const stands = hash === device.desired_hash && device.bad_rev < device.desired_rev;
    return stands ? [] : [{ device, desired, hash }];
  });
}

export type Touched = ReturnType<typeof touchedBy>;

/** As the statements take it; a document with secrets is sealed. */
export const intentOf = ({ envelope }: Assigning, touched: Touched): string =>
  JSON.stringify(
    touched.map(({ device: { id }, desired, hash }) => ({
      id,
      hash,
      config: sealDesired(envelope, id, desired),
    })),
  );
