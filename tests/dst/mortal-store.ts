import type { DeviceStore } from '@northlight/device-plane';
import { type Clock, sleep } from '@northlight/runtime';

/** Of one process. */
export interface Life {
  /** False once it is dead; asking may be what it dies of. */
  goesOn(): boolean;
  /** True when the database is away for this moment. */
  fails(): boolean;
  /** How long the database makes a call wait this time, ms. */
  waits(): number;
  /** Resolves at once, or when the process moves again. */
  moves(): Promise<void>;
}

/** Waits for ever: what a dead process waits for never comes. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/**
 * The store as one process of the server sees it: each call takes its time before and after its commit, and one that
 * dies in between never learns what became of it. A call may fail before it has done anything, or after its commit,
 * when only the answer is lost.
 */
export function mortalStore(store: DeviceStore, clock: Clock, life: Life): DeviceStore {
  const pass = async (): Promise<void> => {
    await sleep(clock, life.waits());
    await life.moves();
    if (!life.goesOn()) return never();
    if (life.fails()) throw new Error('the database is away');
  };
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]): Promise<unknown> => {
        await pass();
        const result: unknown = await Reflect.apply(method, target, args);
        await pass();
        return result;
      };
    },
  });
}
