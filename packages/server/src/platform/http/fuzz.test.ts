import { type ApiKey, api, errorBody } from '@northlight/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  createSampleDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';
import { countValues, hostileValue, replaceAt } from '../../testing/fuzz/hostile-values.ts';
import { type AnyRequest, sendRequest } from '../../testing/fuzz/send-request.ts';

/** Set NORTHLIGHT_FUZZ_SEED to repeat a failure or to try other requests. */
const SEED = Number(process.env['NORTHLIGHT_FUZZ_SEED'] ?? 20_261_121);
const RUNS = 600;
const TIME_LIMIT_MS = 12_000;
const MARK = 'Kestrel';

let world: TestServer;
const callers: Record<string, TestBrowser> = {};
let samples: ReadonlyMap<ApiKey, AnyRequest>;

beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  const [owner, foreign, visitor] = [await world.signedUp(), await world.signedUp(), world.browser()];
  await visitor.call('demoSignIn', {});
  Object.assign(callers, { anonymous: world.browser(), visitor, owner, foreign });
  const { id: projectId } = await createProject(owner, { name: MARK });
  const [base] = await world.register({});
  const body = { sn: base?.sn ?? '', claimCode: base?.claimCode ?? '', name: MARK };
  const { id: deviceId } = await owner.call('deviceAdd', { params: { projectId }, body });
  samples = samplesFor(projectId, deviceId);
});
afterAll(() => world[Symbol.asyncDispose]());

/** Returns one valid request per operation, so that a single changed value passes the other checks. */
function samplesFor(projectId: number, deviceId: string): ReadonlyMap<ApiKey, AnyRequest> {
  const account = 'fuzz@example.com';
  const proof = { flowId: 'x', code: '123456', account, password: 'correct horse battery', nickname: 'Fuzz' };
  const ports = ['lan1'];
  const staged = {
    baseVersion: 0,
    config: {
      vlans: [{ id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports }],
      dhcpPools: [
        {
          name: 'guests',
          vlanId: 30,
          start: '192.168.30.9',
          end: '192.168.30.99',
          dns: [],
          leaseMinutes: 30,
        },
      ],
    },
  };
  const location = { country: 'Portugal', province: '', city: 'Porto', address: '' };
  const newProject = { name: 'Fuzz', scenario: 'hotel', netMode: 0, timeZone: 'Europe/Lisbon', ...location };
  const bodies: Partial<Record<ApiKey, unknown>> = {
    codeRequest: { purpose: 'reset', account },
    signUp: proof,
    passwordReset: proof,
    signIn: { account, password: 'wrong', remember: false },
    projectCreate: { ...newProject, devicePassword: 'Str0ng!Device' },
    deviceAdd: { sn: 'NLUNKNOWN0000000', claimCode: '0123456789', name: 'Fuzz' },
    deviceRename: { name: 'Renamed' },
    deviceRestart: { deviceIds: [deviceId] },
    networkConfigReview: staged,
    networkConfigApply: staged,
    alarmMarkRead: { ids: ['01890000-0000-7000-8000-000000000000'] },
    baseDeviceRegister: { devices: [createSampleDevice()] },
  };
  const queries: Partial<Record<ApiKey, AnyRequest['query']>> = {
    sessionGet: { projectId },
    projectList: { search: 'a' },
    clientList: { online: 'true' },
    alarmList: { read: '0', limit: 10 },
  };
  const jobId = '01890000-0000-7000-8000-000000000000';
  return new Map(
    (Object.keys(api) as ApiKey[])
      // Omits operations that would end the callers' sessions or remove their device.
      .filter((key) => key !== 'signOut' && key !== 'deviceRemove')
      .map((key) => [
        key,
        { params: { projectId, deviceId, jobId }, query: queries[key] ?? {}, body: bodies[key] },
      ]),
  );
}

const requests = fc.record({
  caller: fc.constantFrom('owner', 'owner', 'foreign', 'visitor', 'anonymous'),
  key: fc.constantFrom(...(Object.keys(api) as ApiKey[])),
  position: fc.nat(1_000),
  replacement: hostileValue,
});

test(
  `never answers with a server error or a row of another account (seed ${SEED})`,
  { tags: ['proof'], timeout: TIME_LIMIT_MS * 2 },
  async () => {
    const property = fc.asyncProperty(
      requests,
      async ({ caller: callerName, key, position, replacement }) => {
        const sample = samples.get(key);
        const caller = callers[callerName];
        if (!sample || !caller) return;
        const changed = replaceAt(
          sample,
          1 + (position % (countValues(sample) - 1)),
          replacement,
        ) as AnyRequest;
        const response = await sendRequest(caller, key, { ...sample, ...changed });
        const text = await response.text();
        expect(response.status, `${key} as ${callerName}: ${text}`).toBeLessThan(500);
        if (response.status >= 400) errorBody.parse(JSON.parse(text));
        if (callerName !== 'owner') expect(text).not.toContain(MARK);
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS });
  },
);
