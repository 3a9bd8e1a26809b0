/** Vitest global setup: prepares the software of the virtual machines, once for all files. */
import type { TestProject } from 'vitest/node';
import './provided-context.ts';
import { explainMissingForMachine } from './requirements.ts';
import { prepareSoftware } from './software.ts';

export default async function provideSoftware(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const missing = explainMissingForMachine();
  if (missing !== undefined) {
    process.stderr.write(`The tests in the virtual machine are skipped. ${missing}\n`);
    return undefined;
  }
  const software = await prepareSoftware();
  project.provide('software', { agent: software.agent, image: software.image });
  return async () => software[Symbol.asyncDispose]();
}
