import { deviceExamples } from './device-examples.ts';
import type { Examples } from './example.ts';
import { generalExamples } from './general-examples.ts';
import { networkExamples } from './network-examples.ts';

/** Examples of every operation of the document; only its generator loads them. */
export const EXAMPLES: Examples = { ...generalExamples, ...deviceExamples, ...networkExamples };
