import { once } from 'node:events';
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CONSOLE = 'http://console.test';
const CLIENT = { client_id: 'northlight', client_secret: 'a secret between the two' };

export interface TestProvider extends AsyncDisposable {
  /** Path of the settings file, for the variable NORTHLIGHT_OIDC. */
  readonly settings: string;
  /** User that the provider's page signs in. */
  person: string;
  /** Origin that the provider sends browsers back to. */
  console: string;
  /** Visits the provider like a browser and returns the parameters of the redirect back. */
  visit(redirectUrl: string): Promise<Record<string, string>>;
}

/**
 * Starts an OpenID Connect provider in this process, whose page signs in `person`. Registers its client for `console` at
 * the first request, because a console on a free port starts after its provider.
 */
export async function startTestProvider(directory: string): Promise<TestProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world: TestProvider = {
    settings: join(directory, 'providers.json'),
    person: 'alice',
    console: CONSOLE,
    visit: (redirectUrl) => walk(redirectUrl),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  let provider: Provider | undefined;
  server.on('request', (request, response) => {
    provider ??= makeProvider(issuer, world.console);
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: world.person } });
    else void provider.callback()(request, response);
  });
  const [id, label, clientId, clientSecret] = ['chat', 'Chat app', CLIENT.client_id, CLIENT.client_secret];
  writeFileSync(world.settings, JSON.stringify([{ id, label, issuer, clientId, clientSecret }]));
  return world;
}

function makeProvider(issuer: string, consoleOrigin: string): Provider {
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${consoleOrigin}/static/wechatTransfer`] }],
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], profile: ['nickname'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, nickname: `Nick of ${id}` }),
    }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: CLIENT.client_id,
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

/** Follows redirects with cookies until the browser is sent back to the console. */
async function walk(start: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let address = start;
  for (let hops = 0; hops < 10; hops++) {
    if (address.startsWith(CONSOLE)) return Object.fromEntries(new URL(address).searchParams);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
    address = new URL(next, address).href;
  }
  throw new Error('The provider redirects endlessly.');
}
