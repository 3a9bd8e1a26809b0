import type { ProjectReads } from '../platform/http/project-reads.ts';
import { readStatus } from './status/status.ts';

export const telemetryReads: ProjectReads<'projectStatus'> = {
  projectStatus: ({ db, now }, { project }) => readStatus(db, project.projectId, now),
};
