/** Vitest global setup: removes the evidence of the last run. */
import { rmSync } from 'node:fs';
import { RESULTS } from './evidence.ts';

export default function clearResults(): void {
  rmSync(RESULTS, { recursive: true, force: true });
}
