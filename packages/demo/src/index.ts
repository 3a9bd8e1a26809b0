import type { Demo, DemoEndpoint, Services } from '@northlight/server/extension';
import { startSite } from '@northlight/simulator';
import { createCopy } from './copies.ts';
import { CopySites } from './copy-sites.ts';
import { simulate } from './sandbox-site.ts';
import { loadDemoSecrets } from './secrets.ts';
import { DemoHistory } from './demo-history.ts';
import { listDemoProjects, seedDemo } from './seed.ts';

/**
 * The live demo: two simulated sites and the accounts' copies of them. Their devices connect like real ones.
 */
export const demo: Demo = {
  createCopy,
  simulate,
  start: (services, endpoint) => startDemo(services, endpoint, false),
};

/** The demo with a simulated past of 30 days, which is written in the background. */
export const demoWithHistory: Demo = {
  createCopy,
  simulate,
  start: async (services, endpoint) => {
    await using building = new AsyncDisposableStack();
    building.use(await startDemo(services, endpoint, true));
    building.use(new DemoHistory(services, listDemoProjects()));
    return building.move();
  },
};

/** Starts the sites of the demo. With a past, they begin as if the events of the story had happened before. */
export async function startDemo(
  services: Services,
  endpoint: DemoEndpoint,
  hasPast: boolean,
): Promise<AsyncDisposable> {
  await using building = new AsyncDisposableStack();
  const { clock, entropy, config } = services;
  const demos = listDemoProjects();
  building.use(await CopySites.start(services, endpoint));
  const serialNumbers = demos.flatMap(({ spec }) => spec.devices.map(({ sn }) => sn));
  const secrets = loadDemoSecrets(config.dataDirectory, serialNumbers, entropy);
  for (const demo of demos) {
    // Replaces stored secrets: a new data directory with an old database has new secrets.
    await seedDemo(services, demo, (sn) => secrets.get(sn) ?? '', hasPast);
    building.use(
      startSite({
        spec: demo.spec,
        access: (sn) => ({ secret: secrets.get(sn) ?? '' }),
        endpoint,
        ca: endpoint.ca,
        clock,
        entropy,
        sendsPictures: true,
      }),
    );
  }
  return building.move();
}
