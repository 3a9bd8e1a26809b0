import type { TopologyEdits } from '@northlight/contract';

/** The edits of a project without edits. */
export const NO_EDITS: TopologyEdits = {
  revision: 0,
  positions: [],
  names: [],
  hidden: [],
  devices: [],
  links: [],
};
