import { request as sendRequest } from 'node:http';
import { SeededEntropy, SteppedClock } from '@northlight/runtime';
import type { OnvifCameraOptions } from './camera-options.ts';
import { computeDigestResponse, type DigestAlgorithm } from './http-digest.ts';
import { BASE64_BINARY, NAMESPACES, PASSWORD_DIGEST, WSSE, WSU } from './namespaces.ts';
import { SimulatedOnvifCamera } from './simulated-onvif-camera.ts';
import { computePasswordDigest } from './username-token.ts';
import { parseXml, xml, type XmlElement } from './xml.ts';

/** Users of the camera of a test. */
export const ADMIN = { username: 'admin', password: 'Grün & <blau>', level: 'Administrator' } as const;
export const VIEWER = { username: 'viewer', password: 'look', level: 'User' } as const;

/** Options of the camera of a test. */
export const createOptions = (changes: Partial<OnvifCameraOptions> = {}): OnvifCameraOptions => ({
  host: '127.0.0.1',
  port: 0,
  clock: new SteppedClock(),
  entropy: new SeededEntropy(7),
  name: 'Gate 1',
  mac: '02:00:5E:00:53:01',
  manufacturer: 'Northlight',
  model: 'NL-Cam 4',
  firmwareVersion: '1.2.3',
  serialNumber: 'C0001',
  users: [ADMIN, VIEWER],
  seed: 4,
  place: 'gate',
  ...changes,
});

/** A running camera with a client that signs its requests. */
export class TestCamera implements AsyncDisposable {
  readonly camera: SimulatedOnvifCamera;
  readonly clock: SteppedClock;
  #tokens = 0;

  private constructor(camera: SimulatedOnvifCamera, clock: SteppedClock) {
    this.camera = camera;
    this.clock = clock;
  }

  static async start(changes: Partial<OnvifCameraOptions> = {}): Promise<TestCamera> {
    const clock = new SteppedClock();
    return new TestCamera(await SimulatedOnvifCamera.start(createOptions({ clock, ...changes })), clock);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.camera.port}`;
  }

  /** Returns a security header; each one has its own nonce. */
  sign({ password, username }: { readonly username: string; readonly password: string } = ADMIN): string {
    this.#tokens += 1;
    return writeToken({
      username,
      password,
      nonce: `nonce number ${this.#tokens}`,
      createdAt: this.camera.state.now(),
    });
  }

  /** Sends an operation, for example `<tds:GetScopes/>`, and returns the status and the first element of the body. */
  async call(path: string, operation: string, security = this.sign()): Promise<Answer> {
    const text = writeRequest(operation, security);
    return readAnswer(await this.post(path, text));
  }

  post(
    path: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return fetch(path.startsWith('http') ? path : `${this.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/soap+xml; charset=utf-8', ...headers },
      body,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.camera[Symbol.asyncDispose]();
  }
}

export interface Answer {
  readonly status: number;
  /** First element of the body: the answer of the operation, or the fault. */
  readonly element: XmlElement;
  readonly text: string;
  /** Qualified codes of a fault. */
  readonly codes: readonly string[];
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const element = parseXml(text).child(NAMESPACES.env, 'Body')?.children[0];
  if (!element) throw new Error(`The answer has no body: ${text}`);
  return { status: response.status, element, text, codes: listCodes(element.child(NAMESPACES.env, 'Code')) };
}

function listCodes(code: XmlElement | undefined): string[] {
  if (!code) return [];
  const inner = code.child(NAMESPACES.env, 'Subcode');
  return [code.textAt(NAMESPACES.env, 'Value') ?? '', ...listCodes(inner)];
}

const PREFIXES = Object.entries(NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

export const writeRequest = (operation: string, header = ''): string =>
  `<env:Envelope ${PREFIXES}><env:Header>${header}</env:Header><env:Body>${operation}</env:Body></env:Envelope>`;

interface Token {
  readonly username: string;
  readonly password: string;
  readonly nonce: string;
  /** ms since 1970. */
  readonly createdAt: number;
}

export function writeToken({ createdAt, nonce, password, username }: Token): string {
  const created = new Date(createdAt).toISOString();
  const digest = computePasswordDigest(Buffer.from(nonce), created, password);
  return xml`<wsse:Security xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}" env:mustUnderstand="1"><wsse:UsernameToken>
    <wsse:Username>${username}</wsse:Username>
    <wsse:Password Type="${PASSWORD_DIGEST}">${digest}</wsse:Password>
    <wsse:Nonce EncodingType="${BASE64_BINARY}">${Buffer.from(nonce).toString('base64')}</wsse:Nonce>
    <wsu:Created>${created}</wsu:Created>
  </wsse:UsernameToken></wsse:Security>`.text;
}

/** Returns the parts of a challenge for one algorithm. */
export function readChallenge(
  headers: Headers,
  algorithm: DigestAlgorithm,
): { realm: string; nonce: string; stale: boolean } {
  const challenge = (headers.get('www-authenticate') ?? '')
    .split(/, (?=Digest )/)
    .find((part) => part.includes(`algorithm=${algorithm},`));
  const read = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(challenge ?? '')?.[1] ?? '';
  return { realm: read('realm'), nonce: read('nonce'), stale: challenge?.includes('stale=true') ?? false };
}

/** Returns a header `Authorization` for HTTP digest. */
export function writeDigest(
  challenge: { readonly realm: string; readonly nonce: string },
  uri: string,
  {
    algorithm = 'SHA-256',
    count = 1,
    method = 'GET',
    user = ADMIN,
  }: {
    readonly algorithm?: DigestAlgorithm;
    readonly count?: number;
    readonly method?: string;
    readonly user?: { readonly username: string; readonly password: string };
  } = {},
): string {
  const { nonce, realm } = challenge;
  const nc = count.toString(16).padStart(8, '0');
  const parts = { algorithm, realm, nonce, uri, nc, username: user.username, cnonce: 'abcdef' };
  const response = computeDigestResponse(parts, method, user.password);
  return `Digest username="${user.username}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=${algorithm}, qop=auth, nc=${nc}, cnonce="abcdef", response="${response}"`;
}

/** Fetches an address with HTTP digest, as two requests. */
export async function fetchWithDigest(address: string, init: RequestInit = {}): Promise<Response> {
  const first = await fetch(address, { redirect: 'manual', ...init });
  await first.body?.cancel();
  const { pathname, search } = new URL(address);
  const authorization = writeDigest(readChallenge(first.headers, 'SHA-256'), `${pathname}${search}`);
  return fetch(address, { redirect: 'manual', ...init, headers: { authorization } });
}

/** Counts the bytes of an endless answer until it exceeds a limit, then disconnects. */
export function countBytes(address: string, authorization: string, limit: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(address, { headers: { authorization } }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limit) return;
        request.destroy();
        resolve(size);
      });
      response.on('end', () => resolve(size));
    });
    request.on('error', reject);
    request.end();
  });
}
