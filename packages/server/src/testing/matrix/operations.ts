import { randomUUID } from 'node:crypto';
import { type ApiKey, api, type Endpoint, fillPath, isProjectNeed } from '@northlight/contract';
import type { Rule } from './policy.ts';
import type { Target } from './world.ts';

export interface Operation {
  /** Operation key, or `METHOD path` of a route that is not an operation. */
  readonly name: string;
  readonly key: ApiKey | undefined;
  readonly rule: Rule;
  /** Access types that the operation serves. */
  readonly access: readonly string[];
  readonly inProject: boolean;
  /** Method and path pattern of the router. */
  readonly route: string;
  request(target: Target): { path: string; init: RequestInit };
}

const WRITES: ReadonlySet<string> = new Set(['session', 'account', 'administrator', 'manufacturer']);

/** Returns every operation of the contract with a valid path and an empty body. */
export function createOperations(): Operation[] {
  return (Object.keys(api) as ApiKey[]).map((key) => {
    const endpoint: Endpoint = api[key];
    const { access, needs, method } = endpoint;
    return {
      name: key,
      key,
      access,
      route: `${method} ${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      inProject: isProjectNeed(needs),
      rule: access.some((each) => each === 'display')
        ? 'display'
        : method !== 'GET' && WRITES.has(needs)
          ? `${needs}/write`
          : needs,
      request: (target) => ({
        path: fillPath(endpoint.path, fillPathValues(endpoint, target)),
        init: requestInit(endpoint),
      }),
    };
  });
}

function fillPathValues({ pathParams }: Endpoint, target: Target): Record<string, unknown> {
  const named: Record<string, unknown> = { ...target, provider: 'none', code: 'none', version: 1 };
  return Object.fromEntries(pathParams.map((name) => [name, named[name] ?? randomUUID()]));
}

function requestInit({ method, upload }: Endpoint): RequestInit {
  if (method === 'GET') return { method };
  if (!upload) return { method, body: '{}', headers: { 'content-type': 'application/json' } };
  const body = new FormData();
  body.set(upload.field, new File(['nothing'], 'nothing.txt'));
  return { method, body };
}

export const liveStream: Operation = {
  name: 'GET /api/v1/live',
  key: undefined,
  rule: 'read',
  access: ['web', 'openapi'],
  inProject: true,
  route: 'GET /api/v1/live',
  request: ({ projectId }) => ({ path: `/api/v1/live?projectId=${projectId}`, init: {} }),
};
