import type { DeviceAnswer } from '@northlight/contract';
import { openDesired } from '../devices/index.ts';
import type { Services } from '../services.ts';
import { placeOfIssue } from './place-of-issue.ts';
import { readConfig } from './state.ts';

/** What devices said about the items of the project's configuration, of the revision that they are wanted to run. */
export async function listAnswers(
  { db, envelope }: Pick<Services, 'db' | 'envelope'>,
  projectId: number,
): Promise<DeviceAnswer[]> {
  const [{ config }, devices] = await Promise.all([
    readConfig(db, projectId),
    db
      .selectFrom('devices')
      .select(['id', 'name', 'desired_config', 'reported_status', 'reported_issues'])
      .where('project_id', '=', projectId)
      .where('reported_status', 'in', ['partial', 'rejected'])
      .orderBy('name_key')
      .execute(),
  ]);
  return devices.flatMap(({ desired_config, id, name, reported_issues, reported_status }) => {
    if (!desired_config || reported_issues.length === 0) return [];
    const document = openDesired(envelope, id, desired_config);
    return reported_issues.flatMap(({ path, reason, substitution }): DeviceAnswer[] => {
      const place = placeOfIssue(path, document, config);
      if (!place) return [];
      const said = { deviceId: id, deviceName: name, refused: reported_status === 'rejected', reason };
      return [{ ...place, ...said, ...(substitution !== undefined && { substitution }) }];
    });
  });
}
