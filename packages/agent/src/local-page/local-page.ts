import { describeIssue, ERRORS } from '@northlight/contract';
import { devicePassword } from '@northlight/contract/net';
import { type Clock, type Entropy, createPasswordVerifier } from '@northlight/runtime';
import { z } from 'zod';
import type { LocalPassword } from '../link/index.ts';
import { listInternetPorts, type LocalInternet, readInternet } from './internet.ts';
import { PAGE_HTML } from './page-html.ts';
import {
  createJsonResponse,
  PAGE_BODY_MAX_BYTES,
  type PageRequest,
  type PageResponse,
  createRefusal,
  createTextResponse,
} from './page-message.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PageSessions } from './page-sessions.ts';
import { PAGE_STYLE } from './page-style.ts';

/** Functions of the device that its local page uses. */
export interface LocalDevice {
  status(): {
    readonly name: string;
    readonly model: string;
    readonly serial: string;
    readonly software: string;
    readonly uptimeSeconds: number;
    /** True while the device is online. */
    readonly connected: boolean;
  };
  /** Returns the party that configures the device: the cloud or the local page. */
  managed(): 'cloud' | 'local';
  /** Returns the verifier of the device password; undefined while none is set. */
  localPassword(): LocalPassword | undefined;
  setManaged(managed: 'cloud' | 'local'): Promise<void>;
  setLocalPassword(password: LocalPassword): Promise<void>;
  /** WAN settings; absent for a device without WAN ports. */
  readonly internet?: LocalInternet;
  /** Restarts the device after the server has sent the response. */
  restart(): void;
}

export interface LocalPageOptions {
  readonly device: LocalDevice;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

const FILES: Readonly<Record<string, PageResponse>> = {
  '/': createTextResponse(200, 'text/html', PAGE_HTML),
  '/page.css': createTextResponse(200, 'text/css', PAGE_STYLE),
  '/page.js': createTextResponse(200, 'text/javascript', PAGE_SCRIPT),
};

const MANAGED_BY_CLOUD = 'The device is managed by its cloud. Switch it to local management first.';
const signInBody = z.object({ password: z.string().max(256) });
const managementBody = z.object({ managed: z.enum(['cloud', 'local']) });
const passwordBody = z.object({ password: devicePassword });

type Route = (request: PageRequest, token: string) => PageResponse | Promise<PageResponse>;

/**
 * The local page, independent of its transport. A request that changes a setting needs a session token in a
 * custom header, which a page of another origin can neither read nor send.
 */
export class LocalPage {
  readonly #options: LocalPageOptions;
  readonly #sessions: PageSessions;
  readonly #publicRoutes: Readonly<Record<string, Route>>;
  readonly #sessionRoutes: Readonly<Record<string, Route>>;

  constructor(options: LocalPageOptions) {
    const { clock, device, entropy } = options;
    this.#options = options;
    this.#sessions = new PageSessions(clock, entropy);
    this.#publicRoutes = {
      'GET /api/status': () => this.#status(),
      'POST /api/session': (request) => this.#signIn(request),
    };
    this.#sessionRoutes = {
      'GET /api/session': () => createJsonResponse(200, {}),
      'DELETE /api/session': (_request, token) => {
        this.#sessions.signOut(token);
        return createJsonResponse(200, {});
      },
      'PUT /api/management': async (request) => {
        const body = read(request, managementBody);
        if (typeof body === 'string') return createRefusal(400, body);
        await device.setManaged(body.managed);
        return this.#status();
      },
      'GET /api/internet': () => this.#internet(),
      'PUT /api/internet': (request) => this.#ifLocallyManaged(() => this.#setInternet(request)),
      'POST /api/restart': () =>
        this.#ifLocallyManaged(() => {
          device.restart();
          return createJsonResponse(202, {});
        }),
      'PUT /api/password': (request) =>
        this.#ifLocallyManaged(async () => {
          const body = read(request, passwordBody);
          if (typeof body === 'string') return createRefusal(422, body);
          await device.setLocalPassword(await createPasswordVerifier(body.password, entropy));
          return createJsonResponse(200, {});
        }),
    };
  }

  /** Answers a request. Never rejects because of the request's content. */
  async answer(request: PageRequest): Promise<PageResponse> {
    const { body, headers, method, path } = request;
    if (body.length > PAGE_BODY_MAX_BYTES) return createRefusal(413, 'The request is too long.');
    const [name = '/'] = path.split('?');
    // Serves only these exact paths; no directory is served.
    const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (file) return answerFile(file, method);
    const key = `${method} ${name}`;
    if (Object.hasOwn(this.#publicRoutes, key))
      return (
        (await this.#publicRoutes[key]?.(request, '')) ?? createRefusal(404, 'This page does not exist.')
      );
    const route = Object.hasOwn(this.#sessionRoutes, key) ? this.#sessionRoutes[key] : undefined;
    if (!route) return createRefusal(404, 'This page does not exist.');
    const token = headers['x-device-session'];
    if (typeof token !== 'string' || !this.#sessions.isSignedIn(token, this.#options.device.localPassword()))
      return createRefusal(401, 'Sign in first.');
    return route(request, token);
  }

  #status(): PageResponse {
    const { device } = this.#options;
    return createJsonResponse(200, {
      ...device.status(),
      managed: device.managed(),
      hasPassword: device.localPassword() !== undefined,
    });
  }

  #internet(): PageResponse {
    const { internet } = this.#options.device;
    return createJsonResponse(200, { ports: internet ? listInternetPorts(internet) : [] });
  }

  async #setInternet(request: PageRequest): Promise<PageResponse> {
    const { internet } = this.#options.device;
    if (!internet) return createRefusal(404, 'This device has no WAN port.');
    const body = read(request, z.unknown());
    const wanted = readInternet(body, internet);
    if (typeof wanted === 'string') return createRefusal(422, wanted);
    const [issue] = await internet.change(wanted);
    return issue ? createRefusal(422, issue.reason) : this.#internet();
  }

  async #signIn(request: PageRequest): Promise<PageResponse> {
    const verifier = this.#options.device.localPassword();
    if (!verifier) return createRefusal(409, 'The device password is not set. Set it in the console.');
    const body = read(request, signInBody);
    if (typeof body === 'string') return createRefusal(400, body);
    const outcome = await this.#sessions.signIn(body.password, verifier);
    switch (outcome.kind) {
      case 'in':
        return createJsonResponse(200, { token: outcome.token });
      case 'wrong':
        return createRefusal(401, 'The password is wrong.');
      case 'busy':
        return createRefusal(429, 'Too many sign-ins at once. Try again.');
      case 'paused':
        return createRefusal(
          429,
          `Too many wrong passwords. Try again in ${Math.ceil(outcome.seconds / 60)} min.`,
        );
    }
  }

  /** Runs `act` under local management only. */
  #ifLocallyManaged(act: () => PageResponse | Promise<PageResponse>): PageResponse | Promise<PageResponse> {
    return this.#options.device.managed() === 'local'
      ? act()
      : createRefusal(409, MANAGED_BY_CLOUD, ERRORS.localManagementRefusal.code);
  }
}

function answerFile(file: PageResponse, method: string): PageResponse {
  if (method === 'HEAD') return { ...file, body: '' };
  return method === 'GET' ? file : createRefusal(405, 'This method is not supported.');
}

/**
 * Parses the body; returns a sentence on failure. Accepts only the JSON media type, which a cross-site form
 * cannot send.
 */
function read<T>({ body, headers }: PageRequest, schema: z.ZodType<T>): T | string {
  if (headers['content-type'] !== 'application/json') return 'The request could not be read.';
  try {
    const parsed = schema.safeParse(JSON.parse(Buffer.from(body).toString('utf8')), { error: describeIssue });
    return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? 'The value is not valid.');
  } catch {
    return 'The request could not be read.';
  }
}
