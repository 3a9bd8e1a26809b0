import type { DeviceStore } from '@northlight/device-plane';
import { type Clock, sleep } from '@northlight/runtime';

/** State of one process. */
export interface ProcessLife {
  /** Returns false when the process is dead. The call itself may kill the process. */
  isAlive(): boolean;
  /** Returns true if the database fails now. */
  fails(): boolean;
  /** Returns the delay of the next call (ms). */
  waits(): number;
  /** Resolves at once, or when the suspended process resumes. */
  resumed(): Promise<void>;
}

/** Returns a promise that never settles, like every call of a dead process. */
const createPendingPromise = <T>(): Promise<T> => new Promise<T>(() => undefined);

/**
 * Returns the store as one process sees it. Each call is delayed before and after its commit; a process that
 * dies in between never gets the result. A call may fail before its work, or after its commit if only the
 * response is lost.
 */
export function createCrashingStore(store: DeviceStore, clock: Clock, life: ProcessLife): DeviceStore {
  const pass = async (): Promise<void> => {
    await sleep(clock, life.waits());
    await life.resumed();
    if (!life.isAlive()) return createPendingPromise();
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
