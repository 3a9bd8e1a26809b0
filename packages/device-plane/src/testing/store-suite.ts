/** The contract of a DeviceStore, run against the in-memory and the PostgreSQL implementation. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { StoreWorld } from './store-world.ts';
import { testClients } from './suite-clients.ts';
import { SUITE_START, type SuiteContext } from './suite-context.ts';
import { testIntake } from './suite-intake.ts';
import { testPresence } from './suite-presence.ts';
import { testSteps } from './suite-step.ts';

export function testDeviceStore(
  name: string,
  makeStore: () => Promise<StoreWorld & Partial<AsyncDisposable>>,
): void {
  describe(`device store: ${name}`, () => {
    let world: StoreWorld & Partial<AsyncDisposable>;
    let count = 0;
    beforeAll(async () => {
      world = await makeStore();
    });
    afterAll(() => world[Symbol.asyncDispose]?.());
    const context: SuiteContext = {
      world: () => world,
      claimDevice: async (projectId = 700_000 + ++count) => {
        const sn = `NLSUITE${String(++count).padStart(9, '0')}`;
        await world.addBaseDevice(sn, `secret-${sn}`);
        return { sn, projectId, id: await world.claim(sn, projectId, SUITE_START) };
      },
    };
    testIntake(context);
    testSteps(context);
    testClients(context);
    testPresence(context);
  });
}
