import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { newKeyAndRequest } from '@northlight/agent';
import { DAY_MS, SystemEntropy } from '@northlight/runtime';
import { WebSocket } from 'ws';
import { makeAuthority, makeClientCertificate, type Signer, type Validity } from '../platform/tls/issue.ts';

const entropy = new SystemEntropy();
const present = (): Validity => ({ notBefore: Date.now() - DAY_MS, notAfter: Date.now() + DAY_MS });

export interface ClientPair {
  readonly cert: string;
  readonly key: string;
}

/** An authority as a maker of OpenWiFi devices has one. */
export async function testAuthority(
  name: string,
  validity = present(),
): Promise<Signer & { readonly pem: string }> {
  const { certificatePem, keyPem } = await makeAuthority(name, validity, entropy);
  return {
    certificate: new X509Certificate(certificatePem),
    key: createPrivateKey(keyPem),
    pem: certificatePem,
  };
}

/** A device's certificate with this common name. */
export async function clientPair(
  signer: Signer,
  commonName: string,
  validity?: Validity,
): Promise<ClientPair> {
  const { csr: csrPem, key } = newKeyAndRequest(commonName);
  const cert = await makeClientCertificate(signer, { csrPem, commonName }, validity ?? present(), entropy);
  return { cert: cert ?? '', key };
}

/** A frame from the cloud, read back as it is. */
export interface RawCall {
  readonly jsonrpc: string;
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An OpenWiFi device whose frames a test writes by hand. */
export class RawUcentral implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly #unread: { text: string; call: RawCall }[] = [];
  readonly #waiting = new Set<() => void>();
  /** Code of the close frame, or 1006. */
  readonly closed: Promise<number>;
  pings = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', (code) => resolve(code)));
    socket.on('ping', () => this.pings++);
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const text = (data as Buffer).toString('utf8');
      this.#unread.push({ text, call: JSON.parse(text) as RawCall });
      for (const look of this.#waiting) look();
    });
  }

  /** Resolves when the WebSocket is open; rejects when the server does not let it in. */
  static async connect(port: number, ca: string, pair: Partial<ClientPair>): Promise<RawUcentral> {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/`, ['ucentral-broker'], {
      ca,
      ...pair,
      perMessageDeflate: false,
    });
    const device = new RawUcentral(socket);
    await once(socket, 'open');
    return device;
  }

  send(frame: string): void {
    this.socket.send(frame);
  }

  /** The next call of this method; others before it are put aside and lost, but for those that must never come. */
  async call(method: string, never: readonly string[] = []): Promise<RawCall> {
    return (await this.frame(method, never)).call;
  }

  /** The same with its text as it came. */
  async frame(method: string, never: readonly string[] = []): Promise<{ text: string; call: RawCall }> {
    for (;;) {
      const next = this.#unread.shift();
      if (next?.call.method === method) return next;
      if (next && never.includes(next.call.method)) throw new Error(`${next.call.method} came.`);
      if (next) continue;
      if (this.socket.readyState !== WebSocket.OPEN) throw new Error(`Closed while waiting for ${method}.`);
      await new Promise<void>((resolve) => {
        const done = (): void => {
          this.#waiting.delete(done);
          this.socket.off('close', done);
          resolve();
        };
        this.#waiting.add(done);
        this.socket.once('close', done);
      });
    }
  }

  /** Methods that came and were not read. */
  get unread(): readonly string[] {
    return this.#unread.map(({ call }) => call.method);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }
}
