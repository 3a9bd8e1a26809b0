import { createCipheriv } from 'node:crypto';
import { DomainError } from '@northlight/contract';
import type { RequestContext } from '../http/request-context.ts';
import type { Secret } from './envelope.ts';

const NONCE_BYTES = 12;

/** Returns the AES-256 key that encrypts revealed secrets for one session. */
export function deriveSessionKey(context: RequestContext): Buffer {
  const { principal } = context;
  const { envelope } = context.services;
  if (principal.kind !== 'account') throw new DomainError('demoProject');
  return envelope.derive('reveal', principal.sessionId);
}

/**
 * Encrypts a secret for the answer of a reveal call. The result is hex of nonce, ciphertext and tag
 * (AES-256-GCM).
 */
export function sealForSession(context: RequestContext, secret: Secret): string {
  const nonce = Buffer.from(context.services.entropy.bytes(NONCE_BYTES));
  const cipher = createCipheriv('aes-256-gcm', deriveSessionKey(context), nonce);
  const body = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('hex');
}
