import { MalformedMessage } from '../plane.ts';

/** What a device asks; undefined for what is no JSON, which is answered too. */
export function readRequest(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** What a device says. Throws MalformedMessage for what is no JSON. */
export function readMessage(payload: Buffer): unknown {
  const message = readRequest(payload);
  if (message === undefined) throw new MalformedMessage('not JSON');
  return message;
}
