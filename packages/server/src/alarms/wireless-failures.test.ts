import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { BRIDGE_SCENARIOS } from './testing/bridge-scenarios.ts';
import { MESH_SCENARIOS } from './testing/mesh-scenarios.ts';
import { ROUTER_SCENARIOS } from './testing/router-scenarios.ts';
import { testScenarios } from './testing/scenario-test.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const SCENARIOS = [...MESH_SCENARIOS, ...BRIDGE_SCENARIOS, ...ROUTER_SCENARIOS];

test('has at least forty failures of mesh nodes, bridges and wireless routers', () =>
  expect(SCENARIOS.length).toBeGreaterThanOrEqual(40));

testScenarios(SCENARIOS, () => ({ world, owner }));
