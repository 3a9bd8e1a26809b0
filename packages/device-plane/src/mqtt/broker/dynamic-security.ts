import type { Clock } from '@northlight/runtime';
import { z } from 'zod';

const ANSWER_TIMEOUT_MS = 10_000;
/** Of one answer; more are asked for in turn. */
const CLIENTS_PER_PAGE = 500;
/** Commands that have nothing to do when what they name is not there. */
const ENDING = /^(delete|disable|enable)/;

/** A command of mosquitto's dynamic security plugin. */
export interface Command {
  readonly command: string;
  readonly [field: string]: unknown;
}

const answers = z.object({
  responses: z
    .array(
      z.object({
        command: z.string(),
        error: z.string().optional(),
        correlationData: z.string().optional(),
        data: z.unknown().optional(),
      }),
    )
    .min(1),
});
type Answer = z.infer<typeof answers>['responses'][number];

const account = z.object({
  username: z.string(),
  textdescription: z.string().default(''),
  disabled: z.boolean().default(false),
  roles: z.array(z.object({ rolename: z.string() })).default([]),
});
const accountPage = z.object({ totalCount: z.number(), clients: z.array(account) });
const oneAccount = z.object({ client: account });
const defaults = z.object({ acls: z.array(z.object({ acltype: z.string(), allow: z.boolean() })) });
export type Account = z.infer<typeof account>;

/** The plugin refused a command. */
export class CommandRefused extends Error {}
/** The plugin said nothing: it is not loaded, or the client may not speak to it. */
export class NoAnswer extends Error {}

interface Waiting {
  readonly resolve: (answers: readonly Answer[]) => void;
  readonly reject: (error: Error) => void;
}

/** Administers the plugin: commands go out in one message, and their answers come back in one. */
export class DynamicSecurity {
  readonly #clock: Clock;
  readonly #send: (payload: string) => Promise<void>;
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  constructor(clock: Clock, send: (payload: string) => Promise<void>) {
    this.#clock = clock;
    this.#send = send;
  }

  /** What the broker published as an answer. */
  heard(payload: string): void {
    const parsed = answers.safeParse(readJson(payload));
    if (!parsed.success) return;
    const { responses } = parsed.data;
    this.#waiting.get(responses[0]?.correlationData ?? '')?.resolve(responses);
  }

  /** The connection ended: nothing that was asked will be answered. */
  lost(): void {
    for (const { reject } of this.#waiting.values())
      reject(new NoAnswer('The connection to the broker ended.'));
  }

  /** Carries commands out in order. Rejects with CommandRefused, unless what was refused was so already. */
  async run(...commands: readonly Command[]): Promise<void> {
    const refused = (await this.#ask(commands)).find((answer) => answer.error && !wasSoAlready(answer));
    if (refused) throw new CommandRefused(`${refused.command}: ${refused.error}`);
  }

  /** Every account of the broker. */
  async accounts(): Promise<Account[]> {
    const all: Account[] = [];
    for (;;) {
      const data = await this.#read('listClients', {
        verbose: true,
        offset: all.length,
        count: CLIENTS_PER_PAGE,
      });
      const { clients, totalCount } = accountPage.parse(data);
      all.push(...clients);
      if (clients.length === 0 || all.length >= totalCount) return all;
    }
  }

  async account(username: string): Promise<Account> {
    return oneAccount.parse(await this.#read('getClient', { username })).client;
  }

  /** True when something is allowed that no role allows. */
  async allowsByDefault(): Promise<boolean> {
    return defaults.parse(await this.#read('getDefaultACLAccess')).acls.some(({ allow }) => allow);
  }

  async #read(command: string, fields: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const [answer] = await this.#ask([{ command, ...fields }]);
    if (!answer || answer.error) throw new CommandRefused(`${command}: ${answer?.error ?? 'no answer'}`);
    return answer.data;
  }

  async #ask(commands: readonly Command[]): Promise<readonly Answer[]> {
    const correlationData = String(++this.#count);
    const { promise, reject, resolve } = Promise.withResolvers<readonly Answer[]>();
    this.#waiting.set(correlationData, { resolve, reject });
    const cancel = this.#clock.after(ANSWER_TIMEOUT_MS, () =>
      reject(new NoAnswer('The dynamic security plugin does not answer.')),
    );
    try {
      const [first, ...more] = commands;
      const sent = this.#send(JSON.stringify({ commands: [{ ...first, correlationData }, ...more] }));
      const [received] = await Promise.all([promise, sent]);
      return received;
    } finally {
      cancel();
      this.#waiting.delete(correlationData);
    }
  }
}

const wasSoAlready = ({ command, error = '' }: Answer): boolean =>
  error.includes('already') || (ENDING.test(command) && error.includes('not found'));

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
