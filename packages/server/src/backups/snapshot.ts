import { type BackupContent, type ProjectContent, selectContent } from '@northlight/contract';
import { readReviewSnapshot, type ReviewSnapshot } from '../network/index.ts';
import type { Db } from '../platform/db/database.ts';

/** Device of a project at the time of a backup. */
export type SnapshotDevice = ReviewSnapshot['devices'][number];

/** Reads the configuration of a project and its devices at one moment. */
export const readSnapshot = (db: Db, projectId: number): Promise<ReviewSnapshot> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => readReviewSnapshot(tx, projectId));

/** Returns the configuration of a project with the settings of one device. */
export const toContent = (
  { config, settings }: Pick<ReviewSnapshot, 'config' | 'settings'>,
  deviceId: string,
): ProjectContent => {
  const own = settings.get(deviceId)?.settings;
  return { config, devices: own ? [{ deviceId, settings: own }] : [] };
};

/** Returns what a backup of a device contains. */
export const contentOf = (snapshot: ReviewSnapshot, device: SnapshotDevice): BackupContent => {
  const { config, devices } = selectContent(toContent(snapshot, device.id), device);
  return { config, devices: [...devices] };
};
