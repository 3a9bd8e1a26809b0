import { DEVICE_ROLES, DomainError, findCapabilities } from '@northlight/contract';
import { drawRandomInt, HOUR_MS } from '@northlight/runtime';
import { isUnavailable } from '../../platform/db/errors.ts';
import { commit } from '../../platform/work.ts';
import { createProjectId } from '../../projects/index.ts';
import { insertSandbox, readSourceDevices } from '../../sandboxes/index.ts';
import type { Services } from '../../services.ts';
import type { SandboxSource, SourceDevice } from '../../simulation.ts';
import { readFileOf } from '../read-file.ts';
import { requireBackup } from '../store.ts';
import { countMissingSecrets, describeRestored, listNamedDevices } from './drill-content.ts';
import { type DrilledBackup, storeBeginning, storeOutcome } from './store.ts';

const NAME = 'Restore drill';
/** Lifetime of the sandbox of a drill that no process ends. */
const LIFETIME_MS = HOUR_MS;

/**
 * Begins the restore drill of a project: reads a backup, by default a random one, and creates a sandbox with a simulated
 * device that has its content. A file that cannot be read is the result of the drill.
 */
export async function beginDrill(services: Services, projectId: number, backupId?: string): Promise<void> {
  const { demo } = services;
  if (!demo.enabled) return;
  const id = backupId ?? (await chooseBackup(services, projectId));
  if (id === undefined) return;
  const row = await requireBackup(services.db, projectId, id);
  const backup = { id, name: row.name, deviceId: row.device_id, deviceName: row.device_name };
  const source = await readRestored(services, projectId, backup);
  if (typeof source === 'string')
    return storeOutcome(services, projectId, backup, { result: 'failed', settings: 0, findings: [source] });
  const sandboxId = createProjectId(services);
  const copy = demo.part.simulate(services, source, sandboxId);
  await commit(services, async (work) => {
    const expiresAt = new Date(work.now.getTime() + LIFETIME_MS);
    await insertSandbox(
      services,
      work,
      { id: sandboxId, name: NAME, ownerId: null, expiresAt },
      { copy, source },
    );
    await storeBeginning(work, projectId, backup, sandboxId);
  });
}

async function chooseBackup({ db, entropy }: Services, projectId: number): Promise<string | undefined> {
  const rows = await db
    .selectFrom('backups')
    .select('id')
    .where('project_id', '=', projectId)
    .where('device_id', 'is not', null)
    .execute();
  return rows.length === 0 ? undefined : rows[drawRandomInt(entropy, 0, rows.length - 1)]?.id;
}

/** A device outside of its network: the VLANs of a part of the network cannot explain its way to the cloud. */
const OUT_OF_PLACE = { isOnline: true, uplinkPort: undefined, isUnexplained: true };

/** Returns the network that a backup describes, or the reason why it cannot be restored. */
async function readRestored(
  services: Services,
  projectId: number,
  { deviceId, id }: DrilledBackup,
): Promise<SandboxSource | string> {
  try {
    const { content, manifest } = await readFileOf(services, projectId, id);
    const devices = await readSourceDevices(services.db, projectId);
    const device = devices.find((each) => each.id === deviceId);
    if (!device) return 'The device has left the project.';
    const { model } = manifest.device;
    const caps = model === device.model ? device.caps : findCapabilities(model);
    if (!caps) return `There is no model ${model}.`;
    const role = DEVICE_ROLES.find((each) => each === manifest.device.role) ?? device.role;
    const named = new Set(listNamedDevices(content));
    const drilled: SourceDevice = { ...device, ...OUT_OF_PLACE, model, caps, role };
    const source = await describeRestored(services, services.db, projectId, {
      content,
      device: drilled,
      peers: devices
        .filter((each) => each.id !== device.id && named.has(each.id))
        .map((each) => ({ ...each, ...OUT_OF_PLACE })),
    });
    const missing = countMissingSecrets(source.content.config, source.openConfig);
    if (missing === 0) return source;
    return missing === 1
      ? 'One of its passwords is no longer stored.'
      : `${missing} of its passwords are no longer stored.`;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return error instanceof DomainError ? error.message : 'The file cannot be read.';
  }
}
