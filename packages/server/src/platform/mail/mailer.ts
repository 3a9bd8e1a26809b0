import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { type Clock, type Entropy, createRandomId } from '@northlight/runtime';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface OutboxMail extends Mail {
  readonly id: string;
  readonly sentAt: string;
}

/** Sends mail by SMTP if configured; otherwise stores it in files that /dev/outbox shows. */
export interface Mailer {
  readonly outbox: Outbox | undefined;
  send(mail: Mail): Promise<void>;
}

const OUTBOX_SHOWN = 100;

export class Outbox implements Mailer {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #entropy: Entropy;

  constructor(dataDirectory: string, clock: Clock, entropy: Entropy) {
    this.#directory = join(dataDirectory, 'outbox');
    this.#clock = clock;
    this.#entropy = entropy;
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
  }

  get outbox(): Outbox {
    return this;
  }

  send(mail: Mail): Promise<void> {
    const id = createRandomId(this.#entropy, this.#clock.now());
    const entry: OutboxMail = { id, sentAt: new Date(this.#clock.now()).toISOString(), ...mail };
    const file = join(this.#directory, `${id}.json`);
    writeFileSync(`${file}.part`, JSON.stringify(entry), { mode: 0o600 });
    renameSync(`${file}.part`, file);
    return Promise.resolve();
  }

  /** Returns the latest 100 mails, newest first. */
  list(): OutboxMail[] {
    const names = readdirSync(this.#directory).filter((name) => name.endsWith('.json'));
    const latest = names.sort().reverse().slice(0, OUTBOX_SHOWN);
    return latest.map((name) => JSON.parse(readFileSync(join(this.#directory, name), 'utf8')) as OutboxMail);
  }
}

export function createSmtpMailer(url: string): Mailer {
  const transport = nodemailer.createTransport(url);
  return {
    outbox: undefined,
    send: async (mail) => {
      await transport.sendMail({ from: `Northlight <no-reply@${new URL(url).hostname}>`, ...mail });
    },
  };
}
