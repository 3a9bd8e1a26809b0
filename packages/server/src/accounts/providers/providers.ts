import { readFileSync } from 'node:fs';
import { describeIssue, DomainError } from '@northlight/contract';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { Secret } from '../../platform/secrets/envelope.ts';
import { StartupError } from '../../platform/startup-error.ts';
import type { Services } from '../../services.ts';

const TIMEOUT_SECONDS = 10;
const SUBJECT_MAX = 255;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

const providerSettings = z.array(
  z.object({
    id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'lower case letters, digits and dashes'),
    label: z.string().min(1).max(40),
    issuer: z.url(),
    clientId: z.string().min(1),
    clientSecret: z
      .string()
      .optional()
      .transform((text) => (text === undefined ? undefined : new Secret(text))),
    scopes: z.array(z.string()).default(['openid', 'profile']),
  }),
);
type ProviderSettings = z.output<typeof providerSettings>[number];

export interface ProviderPerson {
  readonly subject: string;
  readonly nickname: string | undefined;
}

/** The OpenID Connect providers of the installation, such as chat apps and social networks. */
export class Providers {
  readonly #settings: readonly ProviderSettings[];
  readonly #services: Pick<Services, 'address' | 'config'>;
  readonly #envelope: Services['envelope'];
  readonly #discovered = new Map<string, Promise<oidc.Configuration>>();

  constructor(services: Pick<Services, 'address' | 'config' | 'envelope'>) {
    const { config, envelope } = services;
    this.#settings = config.oidcFile === undefined ? [] : readSettings(config.oidcFile);
    this.#services = services;
    this.#envelope = envelope;
  }

  /** Computes the address on each use, because the port is known only when the server listens. */
  get #redirectUri(): string {
    const { address, config } = this.#services;
    return new URL('/static/wechatTransfer', config.publicUrl ?? address()).href;
  }

  list(): { id: string; label: string }[] {
    return this.#settings.map(({ id, label }) => ({ id, label }));
  }

  /** Returns a provider's id and label. A provider that is no longer configured has its id as label. */
  describe(id: string): { id: string; label: string } {
    return this.list().find((known) => known.id === id) ?? { id, label: id };
  }

  /**
   * Returns the URL that the browser visits. The flow id is the state. Verifier and nonce are derived from
   * the flow id and never stored.
   */
  async authorizationUrl(id: string, flowId: string): Promise<string> {
    const { settings, configuration } = await this.#open(id);
    const { verifier, nonce } = this.#proofs(flowId);
    return oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: settings.scopes.join(' '),
      state: flowId,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /** Exchanges the authorisation code; checks state, nonce, issuer, audience, times and signature. */
  async exchangeCode(
    id: string,
    flowId: string,
    params: Readonly<Record<string, string>>,
  ): Promise<ProviderPerson> {
    const { configuration } = await this.#open(id);
    const { verifier, nonce } = this.#proofs(flowId);
    const url = new URL(this.#redirectUri);
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    const checks = {
      pkceCodeVerifier: verifier,
      expectedState: flowId,
      expectedNonce: nonce,
      idTokenExpected: true,
    };
    const tokens = await oidc.authorizationCodeGrant(configuration, url, checks).catch((cause: unknown) => {
      throw createRefusal(cause);
    });
    const claims = tokens.claims();
    if (!claims || claims.sub === '' || claims.sub.length > SUBJECT_MAX) throw createRefusal();
    const name = claims['nickname'] ?? claims['name'];
    return { subject: claims.sub, nickname: typeof name === 'string' ? name : undefined };
  }

  #proofs(flowId: string): { verifier: string; nonce: string } {
    const proof = (purpose: string): string => this.#envelope.derive(purpose, flowId).toString('base64url');
    return { verifier: proof('oidc-verifier'), nonce: proof('oidc-nonce') };
  }

  async #open(id: string): Promise<{ settings: ProviderSettings; configuration: oidc.Configuration }> {
    const settings = this.#settings.find((known) => known.id === id);
    if (!settings)
      throw new DomainError('bindingRefused', { status: 404, message: 'There is no such provider.' });
    let found = this.#discovered.get(id);
    if (!found) {
      found = discover(settings);
      this.#discovered.set(id, found);
      // Forgets a failed discovery, so that the next sign-in repeats it.
      found.catch(() => this.#discovered.delete(id));
    }
    const configuration = await found.catch((cause: unknown) => {
      throw new DomainError('bindingRefused', {
        status: 503,
        message: `${settings.label} does not answer. Try again later.`,
        ...(cause instanceof Error && { cause }),
      });
    });
    return { settings, configuration };
  }
}

const createRefusal = (_cause?: unknown): DomainError => new DomainError('bindingRefused');

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  // Allows plain HTTP only for providers on this machine, for tests and trials.
  const plain = url.protocol === 'http:' && LOOPBACK.has(url.hostname) ? [oidc.allowInsecureRequests] : [];
  return oidc.discovery(url, clientId, clientSecret?.reveal(), undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: [...plain, oidc.enableNonRepudiationChecks],
  });
}

function readSettings(file: string): readonly ProviderSettings[] {
  try {
    const parsed = providerSettings.safeParse(JSON.parse(readFileSync(file, 'utf8')), {
      error: describeIssue,
    });
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : 'it cannot be read';
    throw new StartupError(`NORTHLIGHT_OIDC=${file} is not a valid list of providers: ${detail}`, { cause });
  }
}
