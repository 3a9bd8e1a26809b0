import {
  EMPTY_NETWORK_CONFIG,
  networkConfig,
  type NetworkConfig,
  type NetworkDraft,
} from '@northlight/contract';
import type { Answers } from './answers.ts';
import { PAST } from './fixtures.ts';

const ID_FIELDS: Readonly<Record<string, string>> = {
  key: 'keyId',
  secret: 'secretId',
  password: 'passwordId',
};
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/**
 * Answers for a draft that stores secrets: the draft contains their ids, and each is revealed on request, encrypted
 * with the key of the session.
 */
export function createSecretAnswers(base: NetworkConfig = EMPTY_NETWORK_CONFIG): Answers {
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const secrets = new Map<string, string>();
  let draft: NetworkDraft | undefined;

  const storeSecrets = (config: NetworkConfig): NetworkConfig =>
    networkConfig.parse(
      JSON.parse(JSON.stringify(config), (_name, value: unknown) => {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
        return Object.fromEntries(
          Object.entries(value).map(([name, entered]) => {
            const field = ID_FIELDS[name];
            if (field === undefined || typeof entered !== 'string') return [name, entered];
            const id = crypto.randomUUID();
            secrets.set(id, entered);
            return [field, id];
          }),
        );
      }),
    );
  return {
    networkDraftGet: () => (draft ? { draft } : {}),
    networkDraftSave: ({ body: { baseVersion, config } }) => {
      const version = (draft?.version ?? 0) + 1;
      draft = { version, baseVersion, base, config: storeSecrets(config), devices: [], updatedAt: PAST };
      return { draft };
    },
    networkSecretReveal: async ({ params: { secretId } }) => ({
      ciphertext: await encrypt(secrets.get(secretId) ?? '', key),
    }),
    sessionKey: { algorithm: 'AES-256-GCM', key: formatHex(key) },
  };
}

/** Encrypts a text; returns the nonce, the ciphertext and its tag in hex. */
async function encrypt(text: string, key: Uint8Array<ArrayBuffer>): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const imported = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    imported,
    new TextEncoder().encode(text),
  );
  return formatHex(iv) + formatHex(new Uint8Array(sealed));
}

const formatHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
