import {
  type ConfigChange,
  describeProjectChanges,
  PROJECT_DOCUMENT,
  type ProjectContent,
  selectContent,
} from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import { createDeviceNamer, listSlots, openSecrets, readReviewSnapshot } from '../../network/index.ts';
import { isUnavailable } from '../../platform/db/errors.ts';
import { readOriginals, renameTexts } from '../../sandboxes/index.ts';
import type { Services } from '../../services.ts';
import { readFileOf } from '../read-file.ts';
import { verifyPresent } from '../report.ts';
import { toContent } from '../snapshot.ts';
import { type DrillOutcome, type RunningDrill, storeOutcome } from './store.ts';

/** Time after which a simulated device should have confirmed its configuration. */
const CONFIRMATION_MS = 10 * MINUTE_MS;

/** Compares the restored device with the file once it has confirmed its configuration; ends a drill that takes too long. */
export async function advanceDrill(services: Services, drill: RunningDrill): Promise<void> {
  const row = await services.db
    .selectFrom('backups')
    .select(['id', 'name', 'device_id as deviceId', 'device_name as deviceName'])
    .where('id', '=', drill.backupId)
    .executeTakeFirst();
  const backup = row ?? { id: drill.backupId, name: 'A deleted backup', deviceId: null, deviceName: '' };
  const outcome = row
    ? await findOutcome(services, drill, row.deviceId)
    : ({ result: 'failed', settings: 0, findings: ['The backup was deleted.'] } as const);
  if (outcome) await storeOutcome(services, drill.projectId, backup, outcome);
}

/** Returns the result of a drill; undefined while its device has not confirmed the configuration. */
async function findOutcome(
  services: Services,
  { backupId, projectId, sandboxId, startedAt }: RunningDrill,
  deviceId: string | null,
): Promise<DrillOutcome | undefined> {
  const fail = (...findings: string[]): DrillOutcome => ({ result: 'failed', settings: 0, findings });
  const originals = await readOriginals(services.db, sandboxId);
  const drilledId = [...originals].find(([, source]) => source === deviceId)?.[0];
  if (drilledId === undefined) return fail('The sandbox of the drill has ended.');
  const verification = await verifyPresent(services, sandboxId, drilledId);
  if (!verification || verification.state === 'waiting')
    return services.clock.now() - startedAt.getTime() < CONFIRMATION_MS
      ? undefined
      : fail('The simulated device has not confirmed the configuration within 10 min.');
  const { note, unverified, verified: settings } = verification;
  if (verification.state !== 'verified')
    return fail(
      ...(note === undefined ? [] : [note]),
      ...unverified.map(({ reason, setting }) => `${setting}: ${reason}`),
    );
  try {
    const differences = await compareWithFile(services, {
      backupId,
      projectId,
      sandboxId,
      drilledId,
      originals,
    });
    return {
      result: differences.length === 0 ? 'identical' : 'different',
      settings,
      findings: differences,
    };
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return fail('The file can no longer be read.');
  }
}

interface Restored {
  readonly projectId: number;
  readonly backupId: string;
  readonly sandboxId: number;
  readonly drilledId: string;
  readonly originals: ReadonlyMap<string, string>;
}

/** Backs the restored device up again and lists the differences from the file. */
async function compareWithFile(
  services: Services,
  { backupId, drilledId, originals, projectId, sandboxId }: Restored,
): Promise<string[]> {
  const { db } = services;
  const { content } = await readFileOf(services, projectId, backupId);
  const snapshot = await readReviewSnapshot(db, sandboxId);
  const device = snapshot.devices.find(({ id }) => id === drilledId);
  if (!device) return ['The simulated device is missing.'];
  const again = selectContent(toContent(snapshot, device.id), device);
  const restored: ProjectContent = renameTexts(again, originals);
  const differences = PROJECT_DOCUMENT.compare(content, restored);
  const described: ConfigChange[] = describeProjectChanges(
    content,
    restored,
    [{ deviceId: originals.get(device.id) ?? '', name: device.name, capabilities: device.caps }],
    createDeviceNamer(snapshot.devices),
  );
  const texts = described.map(({ after = 'none', now = 'none', setting }) => `${setting}: ${now} → ${after}`);
  const secrets = await countOtherSecrets(services, { content, projectId, restored: again, sandboxId });
  return [
    ...texts,
    // A difference that no line of a review describes.
    ...(texts.length === 0 ? differences.map(({ key, list }) => `${list} ${key}`) : []),
    ...PROJECT_DOCUMENT.listRepeated(content).map((list) => `The file has an item of ${list} twice.`),
    ...(secrets > 0 ? [`${secrets} passwords differ.`] : []),
  ];
}

/** Counts the secrets with another value than those that the file names. */
async function countOtherSecrets(
  services: Services,
  {
    content,
    projectId,
    restored,
    sandboxId,
  }: {
    readonly content: ProjectContent;
    readonly projectId: number;
    readonly restored: ProjectContent;
    readonly sandboxId: number;
  },
): Promise<number> {
  const [named, own] = [
    listSlots(await openSecrets(services, services.db, projectId, content.config)),
    listSlots(await openSecrets(services, services.db, sandboxId, restored.config)),
  ];
  return named.filter(({ value }, index) => value !== own[index]?.value).length;
}
