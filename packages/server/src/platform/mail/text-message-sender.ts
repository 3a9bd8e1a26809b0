import type { Outbox } from './mailer.ts';

const GATEWAY_TIMEOUT_MS = 10_000;

/**
 * Sends text messages to mobile numbers by an HTTP gateway if one is configured, otherwise into the outbox.
 */
export interface TextMessageSender {
  readonly via: 'server' | 'outbox';
  send(message: { readonly to: string; readonly text: string }): Promise<void>;
}

/** Creates a transport that sends `{to, text}` as JSON by POST; sends the user and password of the address as basic authorisation. */
export function createGatewayTextMessageSender(address: string): TextMessageSender {
  const url = new URL(address);
  const credentials = url.username
    ? Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString(
        'base64',
      )
    : undefined;
  url.username = '';
  url.password = '';
  return {
    via: 'server',
    send: async (message) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(credentials !== undefined && { authorization: `Basic ${credentials}` }),
        },
        body: JSON.stringify(message),
        redirect: 'error',
        signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}.`);
    },
  };
}

export function createOutboxTextMessageSender(outbox: Outbox): TextMessageSender {
  return { via: 'outbox', send: ({ to, text }) => outbox.send({ to, subject: text, text }) };
}
