import { clientReads } from './clients/index.ts';
import { deviceReads } from './devices/index.ts';
import { mapReads } from './maps/index.ts';
import { networkReads } from './network/index.ts';
import { rfReads } from './rf/index.ts';
import { telemetryReads } from './telemetry/index.ts';
import { topologyReads } from './topology/index.ts';

/** Reads of whole projects by operation, which run in a thread for large projects. */
export const PROJECT_READS = {
  ...clientReads,
  ...deviceReads,
  ...mapReads,
  ...networkReads,
  ...rfReads,
  ...telemetryReads,
  ...topologyReads,
};
