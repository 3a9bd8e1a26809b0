import type { CertificateIssuer, TlsIdentity, TlsMaterial } from '@northlight/device-plane';
import { type Clock, type Entropy, startLoop } from '@northlight/runtime';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { loadAuthority } from './authority.ts';
import { createDeviceCertificates } from './device-certificates.ts';
import type { KeyPair } from './pem.ts';
import { loadConfiguredCertificate, createOwnCertificate } from './server-certificate.ts';

const RENEWAL_CHECK_MS = 12 * 3_600_000;

/**
 * TLS of one server process: the certificates for devices and browsers, and the issuer of device
 * certificates.
 */
export class ServerTls implements TlsIdentity, AsyncDisposable {
  readonly issuer: CertificateIssuer;
  /** Certificate of the console; undefined if none is configured. */
  readonly console: TlsMaterial | undefined;
  readonly #issue: () => Promise<KeyPair>;
  readonly #authority: KeyPair;
  readonly #renewal: AsyncDisposable | undefined;
  readonly #listeners = new Set<() => void>();
  #pair: KeyPair;

  private constructor(
    parts: {
      authority: KeyPair;
      configured: KeyPair | undefined;
      pair: KeyPair;
      issue: () => Promise<KeyPair>;
    },
    issuer: CertificateIssuer,
    clock: Clock,
    log: Logger,
  ) {
    this.#authority = parts.authority;
    this.#pair = parts.pair;
    this.#issue = parts.issue;
    this.console = parts.configured && this.#materialOf(parts.configured);
    this.issuer = issuer;
    if (!parts.configured)
      this.#renewal = startLoop(
        clock,
        RENEWAL_CHECK_MS,
        () => this.#renew(),
        (error) => log.error({ err: error }, 'the server certificate could not be renewed'),
      );
  }

  /** Loads or creates the authority and the certificate. Throws a StartupError when an existing file is unusable. */
  static async load(config: Config, clock: Clock, entropy: Entropy, log: Logger): Promise<ServerTls> {
    const authority = await loadAuthority(config, clock, entropy);
    const configured = loadConfiguredCertificate(config, clock);
    const issue = (): Promise<KeyPair> => createOwnCertificate(config, authority, clock, entropy);
    const pair = configured ?? (await issue());
    return new ServerTls(
      { authority, configured, pair, issue },
      createDeviceCertificates(authority, clock, entropy),
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
    const pair = await this.#issue();
    if (pair.certificate.fingerprint256 === this.#pair.certificate.fingerprint256) return;
    this.#pair = pair;
    for (const changed of this.#listeners) changed();
  }
}
