import type { DEMO_SCENES } from '@northlight/contract';
import type { Config } from './platform/config.ts';
import { disableFeature, enableFeature, type Feature } from './platform/feature.ts';
import type { RequestContext } from './platform/http/request-context.ts';
import type { Services } from './services.ts';

export type DemoScene = (typeof DEMO_SCENES)[number];

/** Endpoint of the simulated devices: the plain MQTT listener of this process. */
export interface DemoEndpoint {
  readonly host: string;
  readonly port: number;
}

/** The live demo. A package above the server provides it, so that the server ships neither simulator nor agent. */
export interface Demo {
  /**
   * Creates missing demo projects, and simulates the devices of the demos and of all copies until the result
   * is disposed of. Called by the process that holds the demo's lease.
   */
  start(services: Services, endpoint: DemoEndpoint): Promise<AsyncDisposable>;
  /** Creates the requester's own copy of a scene; resolves with its project id. Called by any process that serves the API. */
  createCopy(services: Services, scene: DemoScene, context: RequestContext): Promise<number>;
}

/**
 * Returns true for a process that simulates the demo's devices or creates copies. Other processes need not
 * load the demo's code.
 */
export const usesDemo = ({ demo, roles }: Config): boolean => demo && (roles.has('demo') || roles.has('api'));

export function createDemoFeature(config: Config, demo: Demo | undefined): Feature<Demo> {
  if (!config.demo) return disableFeature('The demo is switched off on this server.');
  return demo ? enableFeature(demo) : disableFeature('This server does not include the demo.');
}
