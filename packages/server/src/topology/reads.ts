import type { ProjectReads } from '../platform/http/project-reads.ts';
import { readTopology } from './graph.ts';

export const topologyReads: ProjectReads<'topologyGet'> = {
  /** Reads the network as it is. Its past needs the charts, which only the main thread has. */
  topologyGet: ({ db }, { project }) => readTopology(db, project.projectId),
};
