import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gzipSync } from 'node:zlib';
import { replyNotFound } from './error-reply.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.html']);
const BROTLI = '.br';
const NONCE_MARK = '__CSP_NONCE__';

interface Asset {
  readonly body: Buffer;
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly type: string;
  readonly immutable: boolean;
}

interface Preloads {
  /** Tags that load all files of the page at once. */
  readonly tags: string;
  /** True for pages in the console's frame, which reads the session and the projects. */
  readonly isInFrame: boolean;
}

function buildPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function setSecurityHeaders(reply: FastifyReply): void {
  void reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': buildPolicy('none'),
  });
}

/**
 * Serves the built console. Answers every path that is neither a file nor an API with the console page, which names
 * all files of the path and, with a session, the first reads: the browser loads them at once.
 */
export function serveConsole(
  app: FastifyInstance,
  directory: string,
  hasSession: (request: FastifyRequest) => boolean,
): void {
  const files = existsSync(directory) ? new Set(listFiles(directory)) : new Set<string>();
  const cache = new Map<string, Asset>();
  const index = files.has('index.html') ? readFileSync(join(directory, 'index.html'), 'utf8') : undefined;
  const preloads = readPreloads(directory);
  app.setNotFoundHandler((request, reply) => {
    const url = new URL(request.url, 'http://localhost');
    const path = decodeURIComponent(url.pathname).slice(1);
    if (request.method !== 'GET' && request.method !== 'HEAD') return replyNotFound(request, reply);
    if (path.startsWith('api/') || path.startsWith('dev/')) return replyNotFound(request, reply);
    if (path !== 'index.html' && files.has(path) && existsSync(join(directory, path)))
      return sendFile(reply, directory, path, request.headers['accept-encoding'] ?? '', cache);
    if (index === undefined || path.startsWith('assets/')) return replyNotFound(request, reply);
    const nonce = randomBytes(16).toString('base64url');
    const { isInFrame, tags } = preloads[url.pathname] ?? preloads['*'] ?? { isInFrame: false, tags: '' };
    const reads = isInFrame && hasSession(request) ? formatReadPreloads(url.searchParams.get('project')) : '';
    return reply
      .headers({
        'content-type': TYPES['.html'],
        'cache-control': 'no-cache',
        'content-security-policy': buildPolicy(nonce),
      })
      .send(index.replaceAll(NONCE_MARK, nonce).replace('</head>', `${reads}${tags}</head>`));
  });
}

/** Returns the tags that start the reads of the console's frame while the browser loads its scripts. */
function formatReadPreloads(projectId: string | null): string {
  const isId = projectId !== null && /^\d+$/.test(projectId);
  return ['/api/v1/projects', ...(isId ? [`/api/v1/session?projectId=${projectId}`] : [])]
    .map((address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`)
    .join('');
}

/** Reads the preloads by path, which scripts/finish-console.ts writes; `*` has those of other paths. */
function readPreloads(directory: string): Readonly<Record<string, Preloads>> {
  const file = join(directory, '.vite/preloads.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Preloads>) : {};
}

function sendFile(
  reply: FastifyReply,
  directory: string,
  path: string,
  accepted: string,
  cache: Map<string, Asset>,
): FastifyReply {
  const encoding = chooseEncoding(join(directory, path), accepted);
  const key = `${encoding}:${path}`;
  const asset = cache.get(key) ?? loadAsset(join(directory, path), path, encoding);
  cache.set(key, asset);
  void reply.headers({
    'content-type': asset.type,
    'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  });
  if (asset.encoding) void reply.header('content-encoding', asset.encoding);
  return reply.send(asset.body);
}

/** Brotli needs a file that the build has compressed: no request waits for it. */
function chooseEncoding(file: string, accepted: string): Asset['encoding'] {
  if (!COMPRESSIBLE.has(extname(file))) return undefined;
  if (/\bbr\b/.test(accepted) && existsSync(file + BROTLI)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

function loadAsset(file: string, path: string, encoding: Asset['encoding']): Asset {
  const raw = readFileSync(encoding === 'br' ? file + BROTLI : file);
  return {
    body: encoding === 'gzip' ? gzipSync(raw) : raw,
    encoding,
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    immutable: path.startsWith('assets/'),
  };
}

function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.') && statSync(join(directory, name)).isFile())
    .map((name) => relative(directory, join(directory, name)).split(sep).join('/'));
}
