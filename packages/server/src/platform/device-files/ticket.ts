import { createHmac, timingSafeEqual } from 'node:crypto';

/** Permission of one device to fetch one file until `expiresAt` (ms). */
export interface Ticket {
  readonly deviceId: string;
  readonly fileId: string;
  /** Size of the file when the ticket was issued. */
  readonly bytes: number;
  readonly expiresAt: number;
}

const TICKET_PATTERN =
  /^([0-9A-Za-z]{1,64})\.([0-9a-f-]{1,64})\.(\d{1,15})\.(\d{1,15})\.([0-9A-Za-z_-]{43})$/;

/** Encodes a ticket as a path segment, signed with HMAC-SHA-256. */
export function signTicket(key: Buffer, { bytes, deviceId, expiresAt, fileId }: Ticket): string {
  const statement = `${deviceId}.${fileId}.${bytes}.${expiresAt}`;
  return `${statement}.${computeHmac(key, statement).toString('base64url')}`;
}

/** Returns the ticket; undefined when the signature is invalid or the ticket has expired at `now` (ms). */
export function readTicket(key: Buffer, text: string, now: number): Ticket | undefined {
  const [, deviceId = '', fileId = '', bytes = '', expiresAt = '', signature = ''] =
    TICKET_PATTERN.exec(text) ?? [];
  const expected = computeHmac(key, `${deviceId}.${fileId}.${bytes}.${expiresAt}`);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const ticket = { deviceId, fileId, bytes: Number(bytes), expiresAt: Number(expiresAt) };
  return ticket.expiresAt > now ? ticket : undefined;
}

const computeHmac = (key: Buffer, statement: string): Buffer =>
  createHmac('sha256', key).update(statement).digest();
