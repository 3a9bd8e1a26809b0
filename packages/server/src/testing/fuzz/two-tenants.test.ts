import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiKey, api, type Endpoint, errorBody } from '@northlight/contract';
import { HOUR_MS, MINUTE_MS, SteppedClock } from '@northlight/runtime';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import {
  CONSOLE,
  startTestProvider,
  type TestProvider,
} from '../../accounts/providers/testing/test-provider.ts';
import { createProject, startTestServer, type TestServer } from '../index.ts';
import { travelAccounts } from './account-journey.ts';
import { travelDevices, travelOpenWifi } from './device-journey.ts';
import { FoundIds } from './found-ids.ts';
import { countValues, hostileValue, replaceAt } from './hostile-values.ts';
import { Journey, type Traveller } from './journey.ts';
import { buildArbitrary, type JsonSchema } from './schema-arbitrary.ts';
import { type AnyRequest, sendRequest } from './send-request.ts';
import { travelSite } from './site-journey.ts';

/**
 * Seed and number of requests. NORTHLIGHT_FUZZ_SEED repeats a failure or tries other requests,
 * NORTHLIGHT_FUZZ_REQUESTS sends more.
 */
const SEED = Number(process.env['NORTHLIGHT_FUZZ_SEED'] ?? 20_261_123);
const REQUESTS = Number(process.env['NORTHLIGHT_FUZZ_REQUESTS'] ?? 600);
/** Number of requests after which two new tenants replace those that the requests have changed. */
const PER_WORLD = 2_000;
/** Operations to leave out, because their success would end or replace the session of the caller. */
const LEFT_OUT: ReadonlySet<ApiKey> = new Set(['signOut', 'accountSessionRevoke']);

const firmwareKeys = generateKeyPairSync('ed25519');
const world = new AsyncDisposableStack();
let chat: TestProvider;
let server: TestServer;
beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'nl-oidc-'));
  world.defer(() => rmSync(directory, { recursive: true, force: true }));
  chat = world.use(await startTestProvider(directory));
  server = world.use(
    await startTestServer(inject('databaseUrl'), {
      clock: new SteppedClock(Date.now()),
      env: {
        NORTHLIGHT_OIDC: chat.settings,
        NORTHLIGHT_PUBLIC_URL: CONSOLE,
        NORTHLIGHT_WEBHOOK_PRIVATE: 'on',
      },
      firmwareKey: firmwareKeys.publicKey,
    }),
  );
});
afterAll(() => world.disposeAsync());

interface Tenant extends Traveller {
  /** Text that only this tenant's data contains. */
  readonly mark: string;
  readonly projectId: number;
  readonly deviceId: string;
}

async function createTenant(mark: string): Promise<Tenant> {
  const account = `${mark.toLowerCase()}@example.com`;
  const browser = await server.signedUp(account);
  const { id: projectId } = await createProject(browser, { name: mark });
  const params = { projectId };
  const [base] = await server.register({});
  const body = { sn: base?.sn ?? '', claimCode: base?.claimCode ?? '', name: mark };
  const { id: deviceId } = await browser.call('deviceAdd', { params, body });
  const vlan = { id: 30, name: mark, ip: '192.168.30.1', prefix: 24, ports: ['lan1'] };
  const config = { vlans: [vlan], dhcpPools: [] };
  await browser.call('networkConfigApply', { params, body: { baseVersion: 0, config } });
  return { account, browser, mark, projectId, deviceId };
}

interface Generated {
  readonly caller: number;
  readonly key: ApiKey;
  readonly request: AnyRequest;
}

/**
 * Generates requests to all operations with ids of both tenants. Three in four match the schema; the others
 * have one hostile value.
 */
function buildRequests(tenants: readonly Tenant[]): fc.Arbitrary<Generated> {
  const projectIds = tenants.map(({ projectId }) => projectId);
  const devices = tenants.map(({ deviceId }) => deviceId);
  const deviceId = fc.constantFrom(...devices);
  const known = {
    projectId: fc.constantFrom<unknown>(...projectIds, ...projectIds, 500_000, 987_654_321),
    deviceId,
    deviceIds: fc.subarray([...devices], { minLength: 1 }),
  };
  const buildPart = (schema: Endpoint['body']) =>
    schema
      ? buildArbitrary(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, known)
      : fc.constant(undefined);
  const keys = (Object.keys(api) as ApiKey[]).filter((key) => !LEFT_OUT.has(key));
  const operations = keys.map((key): fc.Arbitrary<Generated> => {
    const { body, params, query }: Endpoint = api[key];
    const valid = fc.record({
      params: buildPart(params),
      query: buildPart(query),
      body: buildPart(body),
    }) as fc.Arbitrary<AnyRequest>;
    const changed = fc.record({ valid, position: fc.nat(1_000), replacement: hostileValue }).map((parts) => {
      const count = countValues(parts.valid) - 1;
      return replaceAt(parts.valid, 1 + (parts.position % count), parts.replacement) as AnyRequest;
    });
    const request = fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: changed });
    return fc.record({ caller: fc.nat(tenants.length + 1), key: fc.constant(key), request });
  });
  return fc.oneof(...operations);
}

async function sendAll(
  seed: number,
  count: number,
  counts: Map<number, number>,
  succeeded: Set<ApiKey>,
): Promise<void> {
  // Codes are limited by day and network.
  await server.clock.leap(3 * HOUR_MS);
  const tenants = [await createTenant(`Kestrel${seed}`), await createTenant(`Osprey${seed}`)];
  const visitor = server.browser();
  await visitor.call('demoSignIn', {});
  const found = tenants.map(({ deviceId, projectId }) => new FoundIds(projectId, deviceId));
  await using devices = new AsyncDisposableStack();
  const firmwareKey = firmwareKeys.privateKey;
  await travelAccounts(server, { chat, firmwareKey }, new Journey(succeeded));
  for (const [index, tenant] of tenants.entries()) {
    const account = `guest-${tenant.mark.toLowerCase()}@example.com`;
    const guest = { account, browser: await server.signedUp(account) };
    const journey = new Journey(succeeded, found[index]);
    devices.use(await travelSite(server, tenant, guest, journey));
    devices.use(await travelDevices(server, tenant, firmwareKey, journey));
  }
  let sent = 0;
  const property = fc.asyncProperty(buildRequests(tenants), async ({ caller, key, request }) => {
    // Sends no session with public operations, because they set cookies.
    const isOpen = api[key].needs === 'public' || caller > tenants.length;
    const browser = isOpen ? server.browser() : (tenants[caller]?.browser ?? visitor);
    // Two in three requests name items that earlier answers contained.
    const own = isOpen ? undefined : found[caller];
    const params = own && sent % 3 > 0 ? own.fill(key, request.params) : request.params;
    const example = own && sent % 3 === 1 ? own.fillExample(key) : undefined;
    const body = example ?? request.body;
    const response = await sendRequest(browser, key, { ...request, params, body });
    const text = await response.text();
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    if (++sent % 100 === 0) await server.clock.leap(MINUTE_MS);
    if (response.status !== 503) expect(response.status, `${key}: ${text}`).toBeLessThan(500);
    if (response.ok) {
      succeeded.add(key);
      if (isJson(response)) own?.add(key, JSON.parse(text));
    }
    if (response.status >= 400) errorBody.parse(JSON.parse(text));
    for (const [index, { mark }] of tenants.entries())
      if (isOpen || index !== caller) expect(text, `${key} to caller ${caller}`).not.toContain(mark);
  });
  await fc.assert(property, { seed, numRuns: count, endOnFailure: true });
}

test(
  `answers ${REQUESTS} generated requests of two tenants without a server error or foreign data (seed ${SEED})`,
  { tags: ['proof'], timeout: 60_000 + REQUESTS * 100 },
  async () => {
    const counts = new Map<number, number>();
    const operations = new Set<ApiKey>();
    await using _device = await travelOpenWifi(server, new Journey(operations));
    for (let done = 0; done < REQUESTS; done += PER_WORLD) {
      await sendAll(SEED + done, Math.min(PER_WORLD, REQUESTS - done), counts, operations);
      if (done % 50_000 === 0) process.stdout.write(`${done} requests: ${formatCounts(counts)}\n`);
    }
    process.stdout.write(`${REQUESTS} requests: ${formatCounts(counts)}\n`);
    const never = (Object.keys(api) as ApiKey[]).filter((key) => !operations.has(key));
    process.stdout.write(`Succeeded: ${operations.size} operations; never: ${never.join(' ')}\n`);
    // Most requests must be valid; otherwise the test does not reach the handlers.
    const succeeded = (counts.get(200) ?? 0) + (counts.get(201) ?? 0) + (counts.get(202) ?? 0);
    expect(succeeded / REQUESTS).toBeGreaterThan(0.1);
  },
);

const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') === true;

const formatCounts = (counts: ReadonlyMap<number, number>): string =>
  [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count}× ${status}`)
    .join(', ');
