import { backupExamples } from './backup-examples.ts';
import { deviceExamples } from './device-examples.ts';
import type { Examples } from './example.ts';
import { generalExamples } from './general-examples.ts';
import { mapExamples } from './map-examples.ts';
import { networkExamples } from './network-examples.ts';
import { replacementExamples } from './replacement-examples.ts';
import { sandboxExamples } from './sandbox-examples.ts';
import { rfExamples } from './rf-examples.ts';
import { videoExamples } from './video-examples.ts';

/** Examples of all operations of the document. Only the generator of the document loads them. */
export const EXAMPLES: Examples = {
  ...generalExamples,
  ...deviceExamples,
  ...replacementExamples,
  ...sandboxExamples,
  ...networkExamples,
  ...mapExamples,
  ...rfExamples,
  ...backupExamples,
  ...videoExamples,
};
