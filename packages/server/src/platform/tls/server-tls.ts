import type { CertificateIssuer, TlsIdentity, TlsMaterial } from '@northlight/device-plane';
import { type Clock, type Entropy, startLoop } from '@northlight/runtime';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { loadAuthority } from './authority.ts';
import { deviceCertificates } from './device-certificates.ts';
import type { KeyPair } from './pem.ts';
import { givenCertificate, ownCertificate } from './server-certificate.ts';

const LOOK_AGAIN_MS = 12 * 3_600_000;

/** The TLS of one server process: what it presents to devices, to browsers, and how it signs devices' certificates. */
export class ServerTls implements TlsIdentity, AsyncDisposable {
  readonly issuer: CertificateIssuer;
  /** For the console, when the settings name a certificate. */
  readonly console: TlsMaterial | undefined;
  readonly #make: () => Promise<KeyPair>;
  readonly #authority: KeyPair;
  readonly #renewal: AsyncDisposable | undefined;
  readonly #listeners = new Set<() => void>();
  #pair: KeyPair;

  private constructor(
    parts: { authority: KeyPair; given: KeyPair | undefined; pair: KeyPair; make: () => Promise<KeyPair> },
    issuer: CertificateIssuer,
    clock: Clock,
    log: Logger,
  ) {
    this.#authority = parts.authority;
    this.#pair = parts.pair;
    this.#make = parts.make;
    this.console = parts.given && this.#materialOf(parts.given);
    this.issuer = issuer;
    if (!parts.given)
      this.#renewal = startLoop(
        clock,
        LOOK_AGAIN_MS,
        () => this.#renew(),
        (error) => log.error({ err: error }, 'the server certificate could not be renewed'),
      );
  }

  /** Loads or makes what is needed; StartupError when a file that is there is of no use. */
  static async load(config: Config, clock: Clock, entropy: Entropy, log: Logger): Promise<ServerTls> {
    const authority = await loadAuthority(config, clock, entropy);
    const given = givenCertificate(config, clock);
    const make = (): Promise<KeyPair> => ownCertificate(config, authority, clock, entropy);
    const pair = given ?? (await make());
    return new ServerTls(
      { authority, given, pair, make },
      deviceCertificates(authority, clock, entropy),
      clock,
      log,
    );
  }

  get material(): TlsMaterial {
    return this.#materialOf(this.#pair);
  }

  onChange(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#renewal?.[Symbol.asyncDispose]();
  }

  #materialOf({ chainPem, key }: KeyPair): TlsMaterial {
    return {
      certificate: chainPem,
      key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
      authority: this.#authority.chainPem,
    };
  }

  async #renew(): Promise<void> {
    const pair = await this.#make();
    if (pair.certificate.fingerprint256 === this.#pair.certificate.fingerprint256) return;
    this.#pair = pair;
    for (const changed of this.#listeners) changed();
  }
}
