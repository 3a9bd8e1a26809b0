import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@northlight/contract';
import { type Clock, KeyedSlots } from '@northlight/runtime';
import { findStorageError } from '../files/storage-error.ts';
import { readTicket, type Ticket } from './ticket.ts';

/** Uploads at a time, each of which is in memory. */
const UPLOADS = new KeyedSlots({ total: 32, perKey: 1 });
const RETRY_AFTER_SECONDS = '5';
/** Status of a refusal for lack of free processors. */
const BUSY = 503;
/** Code of PostgreSQL for a full disk. */
const DISK_FULL = '53100';

/** Derives a key for one use, so that a ticket for one is none for the other. */
export const derivePartKey = (key: Buffer, use: 'download' | 'upload'): Buffer =>
  createHmac('sha256', key).update(`parts|${use}`).digest();

/** Parts of backups that devices send and receive. */
export interface PartStore {
  /** Stores a part once; resolves to false for one that is not expected, or has another hash. */
  receive(ticket: Ticket, bytes: Buffer): Promise<boolean>;
  read(ticket: Ticket): Promise<Buffer | undefined>;
}

interface PartOptions {
  readonly clock: Clock;
  readonly key: Buffer;
  readonly parts: PartStore;
  /** Resolves to true while the device is claimed by an account. */
  readonly isClaimed: (deviceId: string) => Promise<boolean>;
}

interface PictureOptions extends Omit<PartOptions, 'parts'> {
  /** Stores a picture once; resolves to false for one that is not expected, or cannot be read. */
  readonly receivePicture: (ticket: Ticket, bytes: Buffer) => Promise<boolean>;
}

/** Takes a part of a backup by its ticket (PUT), or returns one (GET). Resolves to false without a valid ticket. */
export async function answerPart(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  { clock, isClaimed, key, parts }: PartOptions,
): Promise<boolean> {
  const use = request.method === 'PUT' ? 'upload' : request.method === 'GET' ? 'download' : undefined;
  const ticket = use && readTicket(derivePartKey(key, use), text, clock.now());
  if (!ticket || !(await isClaimed(ticket.deviceId))) return false;
  if (use === 'download') {
    const content = await parts.read(ticket);
    if (content?.length !== ticket.bytes) return false;
    response
      .writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': content.length })
      .end(content);
    return true;
  }
  return receiveFile(request, response, ticket, (bytes) => parts.receive(ticket, bytes));
}

/** Derives the key of tickets of pictures. */
export const derivePictureKey = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('pictures|upload').digest();

/** Takes a picture of a camera by its ticket (PUT). Resolves to false without a valid ticket. */
export async function answerPicture(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  { clock, isClaimed, key, receivePicture }: PictureOptions,
): Promise<boolean> {
  const ticket = request.method === 'PUT' ? readTicket(derivePictureKey(key), text, clock.now()) : undefined;
  if (!ticket || !(await isClaimed(ticket.deviceId))) return false;
  return receiveFile(request, response, ticket, (bytes) => receivePicture(ticket, bytes));
}

/** Reads a file of exactly the size of its ticket and stores it. Resolves to false if it is not taken. */
async function receiveFile(
  request: IncomingMessage,
  response: ServerResponse,
  ticket: Ticket,
  store: (bytes: Buffer) => Promise<boolean>,
): Promise<boolean> {
  using slot = UPLOADS.take(ticket.deviceId);
  if (!slot) return refuse(response, 503, { 'retry-after': RETRY_AFTER_SECONDS });
  // The ticket has the announced size. Another one, and one that is not named, is refused before a byte is read.
  if (request.headers['content-length'] !== String(ticket.bytes)) return refuse(response, 413);
  const bytes = await readBody(request, ticket.bytes);
  if (!bytes) {
    response.destroy();
    return true;
  }
  try {
    if (!(await store(bytes))) return false;
  } catch (error) {
    if (isBusy(error)) return refuse(response, 503, { 'retry-after': RETRY_AFTER_SECONDS });
    if (!isDiskFull(error)) throw error;
    return refuse(response, 507);
  }
  response.writeHead(204).end();
  return true;
}

/** Reads a body of exactly this size; undefined if the device has disconnected before its end. */
async function readBody(request: IncomingMessage, size: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > size) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return read === size ? Buffer.concat(chunks) : undefined;
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): true {
  response.writeHead(status, { ...headers, connection: 'close', 'content-length': 0 }).end();
  return true;
}

/** Returns true when too many pictures wait to be drawn. */
const isBusy = (error: unknown): boolean => error instanceof DomainError && error.status === BUSY;

const isDiskFull = (error: unknown): boolean =>
  findStorageError(error) instanceof DomainError ||
  (error instanceof Error && 'code' in error && error.code === DISK_FULL);
