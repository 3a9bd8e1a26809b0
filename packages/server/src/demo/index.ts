import { startSite } from '@northlight/simulator';
import type { Context } from '../context.ts';
import { required } from '../platform/feature.ts';
import { loadDemoSecrets } from './secrets.ts';
import { demoProjects, seedDemo } from './seed.ts';

export { DemoCopies } from './copies.ts';

/** The live demo: two simulated sites whose devices come through the same door as real ones. */
export async function startDemo({ gateway, services }: Context): Promise<AsyncDisposable> {
  await using building = new AsyncDisposableStack();
  const { clock, entropy, config } = services;
  const { mqtt } = required(gateway);
  const demos = demoProjects();
  building.use(await services.demoCopies.start(services, { host: config.host, port: mqtt.port }));
  const serialNumbers = demos.flatMap(({ spec }) => spec.devices.map(({ sn }) => sn));
  const secrets = loadDemoSecrets(config.dataDirectory, serialNumbers, entropy);
  for (const demo of demos) {
    await seedDemo(services, demo, (sn) => secrets.get(sn) ?? '');
    const endpoint = { host: config.host, port: mqtt.port };
    building.use(
      startSite({
        spec: demo.spec,
        access: (sn) => ({ secret: secrets.get(sn) ?? '' }),
        endpoint,
        clock,
        entropy,
      }),
    );
  }
  return building.move();
}
