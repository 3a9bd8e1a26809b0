import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { errorBody } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { importSheet } from '../../devices/testing/import-sheet.ts';
import {
  createProject,
  pollUntil,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';
import { BODY_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from './body-timeout.ts';

let world: TestServer;
let owner: TestBrowser;
let writer: TestBrowser;
let projectId: number;
/** Number of access checks of project requests since the start. */
let checks = 0;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), {
    adjust: ({ handlers, serving }) => ({
      handlers,
      serving: {
        ...serving,
        projectAccess: async (...input) => {
          checks++;
          return serving.projectAccess(...input);
        },
      },
    }),
  });
  owner = await world.signedUp();
  writer = await world.signedUp('writer@example.com');
  projectId = (await createProject(owner)).id;
});
afterAll(() => world[Symbol.asyncDispose]());

const CRLF = '\r\n';
const BOUNDARY = 'slow-body';

/** Begins the upload of a device list; calling `rest` sends the file's bytes. */
function beginUpload(browser: TestBrowser): { sent: ClientRequest; answer: Promise<IncomingMessage> } {
  const sent = request(new URL(`/api/v1/projects/${projectId}/device-imports`, world.server.address), {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      cookie: browser.cookieHeader,
      'x-csrf-token': browser.csrfToken ?? '',
    },
  });
  sent.write(
    `--${BOUNDARY}${CRLF}Content-Disposition: form-data; name="file"; filename="devices.xlsx"${CRLF}${CRLF}`,
  );
  const answer = once(sent, 'response').then(([response]) => response as IncomingMessage);
  answer.catch(() => undefined);
  return { sent, answer };
}

async function readError(answer: IncomingMessage) {
  const body = errorBody.parse(JSON.parse((await answer.toArray()).join('')));
  return { status: answer.statusCode, code: body.code, message: body.message };
}

test('refuses an upload if the share of its sender ends while the file arrives', async () => {
  const params = { projectId };
  const body = { account: 'writer@example.com', right: 'rw', validity: { kind: 'permanent' } } as const;
  const share = await owner.call('shareCreate', { params, body });
  const [base] = await world.register({ model: 'NL-AP6C' });
  const before = checks;
  const { answer, sent } = beginUpload(writer);
  await pollUntil(() => checks > before);
  await owner.call('shareRemove', { params: { ...params, shareId: share.id } });
  const sheet = importSheet([[base?.sn, base?.claimCode]]);
  sent.write(Buffer.from(await sheet.arrayBuffer()));
  sent.end(`${CRLF}--${BOUNDARY}--${CRLF}`);
  expect(await readError(await answer)).toMatchObject({ status: 404, code: 73 });
  expect((await owner.call('deviceList', { params, query: {} })).items).toEqual([]);
});

test('refuses a file that does not arrive within 10 min, and closes its connection', async () => {
  const before = checks;
  const { answer, sent } = beginUpload(owner);
  const closed = once(
    sent.on('error', () => undefined),
    'close',
  );
  await pollUntil(() => checks > before);
  await world.clock.advance(UPLOAD_TIMEOUT_MS);
  expect(await readError(await answer)).toMatchObject({ status: 400, code: 400 });
  await closed;
});

test('closes the connection of an upload after 60 s, not 10 min, if the upload was refused at its start', async () => {
  const { answer, sent } = beginUpload(world.browser());
  const closed = once(
    sent.on('error', () => undefined),
    'close',
  );
  expect(await readError(await answer)).toMatchObject({ status: 401, code: 9 });
  await world.clock.advance(BODY_TIMEOUT_MS);
  await closed;
});

test('refuses a JSON body that does not arrive within 60 s, and closes its connection', async () => {
  const sent = request(new URL('/api/v1/session', world.server.address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '100000' },
  });
  const closed = once(
    sent.on('error', () => undefined),
    'close',
  );
  const answer = once(sent, 'response').then(([response]) => response as IncomingMessage);
  const pending = world.clock.pendingTimers;
  sent.write('{');
  await pollUntil(() => world.clock.pendingTimers > pending);
  await world.clock.advance(BODY_TIMEOUT_MS);
  expect(await readError(await answer)).toEqual({
    status: 400,
    code: 400,
    message: 'The request did not arrive within 60 s. Send it again over a faster connection.',
  });
  await closed;
});

test('allows an account four uploads in progress, and stores them as unnamed files', async () => {
  const uploads = Array.from({ length: 5 }, () => beginUpload(owner));
  // Expects one refusal among five uploads. Any of the five can be refused, because their access checks run
  // in parallel.
  const refused = await Promise.race(uploads.map(({ answer }) => answer));
  expect(await readError(refused)).toMatchObject({ status: 429, code: 2010 });
  expect(readdirSync(join(world.dataDirectory, 'uploads'))).toEqual([]);
  for (const { sent } of uploads) sent.destroy();
  await pollUntil(async () => {
    const again = beginUpload(owner);
    again.sent.end(`${CRLF}--${BOUNDARY}--${CRLF}`);
    return (await again.answer).resume().statusCode !== 429;
  });
});
