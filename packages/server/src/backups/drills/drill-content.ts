import { type ProjectContent, restoreContent, WITHOUT_ITEMS } from '@northlight/contract';
import { listSlots, openSecrets } from '../../network/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Services } from '../../services.ts';
import type { SandboxSource, SourceDevice } from '../../simulation.ts';

/** Returns the ids of the devices that a content names: those of bridge links, which need both ends. */
export const listNamedDevices = ({ config }: ProjectContent): string[] =>
  (config.bridgeLinks ?? []).flatMap(({ baseId, clientIds }) => [baseId, ...clientIds]);

/**
 * Describes a network of one device, which is empty except for the restored backup. `peers` are the other ends of its
 * bridge links.
 */
export async function describeRestored(
  services: Pick<Services, 'envelope'>,
  db: DbOrTx,
  projectId: number,
  {
    content,
    device,
    peers,
  }: {
    readonly content: ProjectContent;
    readonly device: SourceDevice;
    readonly peers: readonly SourceDevice[];
  },
): Promise<SandboxSource> {
  const restored = restoreContent(WITHOUT_ITEMS, content, device);
  return {
    id: projectId,
    devices: [device, ...peers],
    clients: [],
    furtherCables: [],
    version: 1,
    content: restored,
    openConfig: await openSecrets(services, db, projectId, restored.config),
    settingVersions: {},
  };
}

/** Counts the secrets that a configuration names and that are not stored any longer. */
export const countMissingSecrets = (
  config: ProjectContent['config'],
  opened: ProjectContent['config'],
): number => {
  const values = listSlots(opened);
  return listSlots(config).filter(({ id }, index) => id !== undefined && values[index]?.value === undefined)
    .length;
};
