import type { Config } from './platform/config.ts';
import { disableFeature, enableFeature, type Feature } from './platform/feature.ts';
import type { Demo } from './services.ts';

/**
 * Returns true for a process that simulates the demo's devices or creates copies. Other processes need not
 * load the demo's code.
 */
export const usesDemo = ({ demo, roles }: Config): boolean => demo && (roles.has('demo') || roles.has('api'));

export function createDemoFeature(config: Config, demo: Demo | undefined): Feature<Demo> {
  if (!config.demo) return disableFeature('The demo is switched off on this server.');
  return demo ? enableFeature(demo) : disableFeature('This server does not include the demo.');
}
