import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveConsole } from './static.ts';

const SCRIPT = 'console.log(1);';
const DEVICES = '<link rel="modulepreload" crossorigin href="/assets/devices.js">';
const FORM = '<link rel="modulepreload" crossorigin href="/assets/form.js">';
const FRAME = '<link rel="modulepreload" crossorigin href="/assets/frame.js">';
const PRELOADS = {
  '/devices': { tags: DEVICES, isInFrame: true },
  '/login': { tags: FORM, isInFrame: false },
  '*': { tags: FRAME, isInFrame: true },
};

let directory: string;
let app: FastifyInstance;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'nl-console-'));
  mkdirSync(join(directory, 'assets'));
  mkdirSync(join(directory, '.vite'));
  writeFileSync(join(directory, 'index.html'), '<head><meta content="__CSP_NONCE__"></head>');
  writeFileSync(join(directory, '.vite/preloads.json'), JSON.stringify(PRELOADS));
  for (const name of ['both.js', 'plain.js']) writeFileSync(join(directory, 'assets', name), SCRIPT);
  writeFileSync(join(directory, 'assets/both.js.br'), brotliCompressSync(SCRIPT));
  app = Fastify();
  await app.register(cookie);
  serveConsole(app, directory, ({ cookies }) => cookies['session'] !== undefined);
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

const open = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('page of the console', () => {
  it.each([
    ['/devices', DEVICES],
    ['/devices?project=7', DEVICES],
    ['/projects/7', FRAME],
    ['/login', FORM],
    ['/constructor', FRAME],
  ])('names the files of %s', async (address, tags) => {
    const { body } = await open(address);
    expect(body).toContain(`${tags}</head>`);
    expect(body).not.toContain('as="fetch"');
    expect(body).not.toContain('__CSP_NONCE__');
  });

  it.each([
    ['/devices', ['/api/v1/projects']],
    ['/devices?project=7', ['/api/v1/projects', '/api/v1/session?projectId=7']],
    ['/devices?project=%22%3E%3Cscript%3E', ['/api/v1/projects']],
    ['/devices?project=-1', ['/api/v1/projects']],
    ['/login', []],
    ['/projects/7', ['/api/v1/projects']],
  ])('starts the reads of %s with a session', async (address, reads) => {
    const { body } = await open(address, { cookie: 'session=x' });
    const found = body.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g);
    expect([...found].map(([, read]) => read)).toEqual(reads);
    expect(body).not.toContain('<script>');
  });
});

describe('compression', () => {
  it.each([
    ['both.js', 'gzip, deflate, br', 'br'],
    ['both.js', 'gzip', 'gzip'],
    ['both.js', '', undefined],
    ['plain.js', 'gzip, deflate, br', 'gzip'],
  ])('of %s for a browser that accepts "%s" is %s', async (name, accepted, encoding) => {
    const { headers, rawPayload } = await open(`/assets/${name}`, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('accept-encoding');
    if (encoding === 'br') expect(rawPayload).toEqual(brotliCompressSync(SCRIPT));
    else expect((encoding ? gunzipSync(rawPayload) : rawPayload).toString()).toBe(SCRIPT);
  });
});
