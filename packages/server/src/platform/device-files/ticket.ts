import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a ticket states: this device may fetch this file until then (ms). */
export interface Ticket {
  readonly deviceId: string;
  readonly fileId: string;
  /** Size of the file when the ticket was made. */
  readonly bytes: number;
  readonly expiresAt: number;
}

const FORM = /^([0-9A-Za-z]{1,64})\.([0-9a-f-]{1,64})\.(\d{1,15})\.(\d{1,15})\.([0-9A-Za-z_-]{43})$/;

/** The ticket as a part of a path, with a proof (HMAC-SHA-256) that this server made it. */
export function signTicket(key: Buffer, { bytes, deviceId, expiresAt, fileId }: Ticket): string {
  const statement = `${deviceId}.${fileId}.${bytes}.${expiresAt}`;
  return `${statement}.${proofOf(key, statement).toString('base64url')}`;
}

/** Undefined for what this server did not sign, and for what is over at `now` (ms). */
export function readTicket(key: Buffer, text: string, now: number): Ticket | undefined {
  const [, deviceId = '', fileId = '', bytes = '', expiresAt = '', proof = ''] = FORM.exec(text) ?? [];
  const expected = proofOf(key, `${deviceId}.${fileId}.${bytes}.${expiresAt}`);
  const given = Buffer.from(proof, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const ticket = { deviceId, fileId, bytes: Number(bytes), expiresAt: Number(expiresAt) };
  return ticket.expiresAt > now ? ticket : undefined;
}

const proofOf = (key: Buffer, statement: string): Buffer =>
  createHmac('sha256', key).update(statement).digest();
