import type { DeviceAnswer } from '@northlight/contract';
import { openDesiredConfig } from '../../devices/index.ts';
import { getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { locateIssue } from './locate-issue.ts';
import { readConfig } from '../state.ts';

/**
 * Lists the refusals and substitutions that devices reported for their desired revision, grouped by item of
 * the project's configuration.
 */
export async function listAnswers(context: RequestContext): Promise<DeviceAnswer[]> {
  const { db, envelope } = context.services;
  const { projectId } = getProjectAccess(context);
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
    const document = openDesiredConfig(envelope, id, desired_config);
    return reported_issues.flatMap(({ path, reason, substitution }): DeviceAnswer[] => {
      const item = locateIssue(path, document, config);
      if (!item) return [];
      const answer = { deviceId: id, deviceName: name, refused: reported_status === 'rejected', reason };
      return [{ ...item, ...answer, ...(substitution !== undefined && { substitution }) }];
    });
  });
}
