import { MalformedMessage } from '../clean-message.ts';

/**
 * Parses the JSON of a request; undefined if it is not JSON, because the plane answers such a request too.
 */
export function readRequest(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Parses the JSON of a message. Throws MalformedMessage if it is not JSON. */
export function readMessage(payload: Buffer): unknown {
  const message = readRequest(payload);
  if (message === undefined) throw new MalformedMessage('not JSON');
  return message;
}
