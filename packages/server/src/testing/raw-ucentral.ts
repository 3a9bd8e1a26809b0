import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createKeyAndRequest } from '@northlight/agent';
import { DAY_MS, SystemEntropy } from '@northlight/runtime';
import { WebSocket } from 'ws';
import {
  createAuthority,
  createClientCertificate,
  type Signer,
  type Validity,
} from '../platform/tls/issue.ts';

const entropy = new SystemEntropy();
const present = (): Validity => ({ notBefore: Date.now() - DAY_MS, notAfter: Date.now() + DAY_MS });

export interface ClientPair {
  readonly cert: string;
  readonly key: string;
}

/** Creates a certificate authority like that of a manufacturer of OpenWiFi devices. */
export async function testAuthority(
  name: string,
  validity = present(),
): Promise<Signer & { readonly pem: string }> {
  const { certificatePem, keyPem } = await createAuthority(name, validity, entropy);
  return {
    certificate: new X509Certificate(certificatePem),
    key: createPrivateKey(keyPem),
    pem: certificatePem,
  };
}

/** Issues a device certificate with this common name. */
export async function createClientPair(
  signer: Signer,
  commonName: string,
  validity?: Validity,
): Promise<ClientPair> {
  const { csr: csrPem, key } = createKeyAndRequest(commonName);
  const cert = await createClientCertificate(signer, { csrPem, commonName }, validity ?? present(), entropy);
  return { cert: cert ?? '', key };
}

/** A parsed JSON-RPC call from the cloud. */
export interface RawCall {
  readonly jsonrpc: string;
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An OpenWiFi device that sends exactly the frames of a test. */
export class RawUcentral implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly #unread: { text: string; call: RawCall }[] = [];
  readonly #waiting = new Set<() => void>();
  /** Resolves to the code of the close frame; 1006 without one. */
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
      for (const notify of this.#waiting) notify();
    });
  }

  /** Resolves when the WebSocket is open; rejects when the server refuses the connection. */
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

  /** Resolves to the next call of this method and discards other calls. Throws for a method in `never`. */
  async call(method: string, never: readonly string[] = []): Promise<RawCall> {
    return (await this.frame(method, never)).call;
  }

  /** Works like `call`, and also returns the raw text of the frame. */
  async frame(method: string, never: readonly string[] = []): Promise<{ text: string; call: RawCall }> {
    for (;;) {
      const next = this.#unread.shift();
      if (next?.call.method === method) return next;
      if (next && never.includes(next.call.method))
        throw new Error(`The unexpected call ${next.call.method} arrived.`);
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

  /** Lists the methods of calls that were received but not read. */
  get unread(): readonly string[] {
    return this.#unread.map(({ call }) => call.method);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }
}
