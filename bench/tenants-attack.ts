import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Tenant } from './tenant-requests.ts';

type Floor = Omit<Tenant, 'browser'>;

/** Account and floor of the attacker, and the floor of the demo that a visitor attacks. */
export interface AttackOrder {
  readonly account: string;
  readonly address: string;
  readonly attacked: Floor;
  readonly shown: Floor;
}

export interface Attack extends Disposable {
  /** Ends the attack, and resolves to the number of answers of each status; 0 for a closed connection. */
  end(): Promise<readonly (readonly [status: number, count: number])[]>;
}

/** Begins the attack in another process; resolves when the first requests are sent. */
export async function startAttack(order: AttackOrder): Promise<Attack> {
  const child = fork(fileURLToPath(new URL('./tenants-attack-process.ts', import.meta.url)));
  const failed = once(child, 'exit').then(() => {
    throw new Error('The process of the attack ended.');
  });
  failed.catch(() => undefined);
  child.send(order);
  await Promise.race([once(child, 'message'), failed]);
  return {
    end: async () => {
      child.send('end');
      const [answers] = (await Promise.race([once(child, 'message'), failed])) as [[number, number][]];
      return answers;
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}
