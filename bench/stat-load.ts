import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface LoadDevice {
  readonly id: string;
  readonly token: string;
  readonly session: string;
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
}

export type LoadOrder =
  | { readonly kind: 'enter'; readonly port: number; readonly devices: readonly LoadDevice[] }
  | { readonly kind: 'rate'; readonly perSecond: number; readonly ms: number }
  | { readonly kind: 'inFlight'; readonly each: number; readonly ms: number };

export type LoadAnswer =
  | { readonly kind: 'entered' | 'lost' }
  | { readonly kind: 'ran'; readonly acknowledged: number; readonly ms: number }
  | { readonly kind: 'failed'; readonly message: string };

export interface StatLoadResult {
  readonly acknowledged: number;
  readonly ms: number;
}

/** Devices with one connection each in a separate process. Results are numbers of acknowledged reports. */
export interface StatLoad extends Disposable {
  /** Sends at a steady rate, in total for all devices. */
  atRate(perSecond: number, ms: number): Promise<StatLoadResult>;
  /** Sends as fast as reports are acknowledged, with a number of reports in flight per device. */
  inFlight(each: number, ms: number): Promise<StatLoadResult>;
}

/** Connects the devices and sends their births. Rejects if one of them is refused, now or later. */
export async function startStatLoad(port: number, devices: readonly LoadDevice[]): Promise<StatLoad> {
  const child = fork(fileURLToPath(new URL('./stat-load-process.ts', import.meta.url)));
  const ask = async (order: LoadOrder): Promise<StatLoadResult> => {
    child.send(order);
    const [answer] = (await once(child, 'message')) as [LoadAnswer];
    if (answer.kind === 'ran') return answer;
    if (answer.kind === 'entered') return { acknowledged: 0, ms: 0 };
    throw new Error(answer.kind === 'failed' ? answer.message : 'A device lost its connection.');
  };
  await ask({ kind: 'enter', port, devices });
  return {
    atRate: (perSecond, ms) => ask({ kind: 'rate', perSecond, ms }),
    inFlight: (each, ms) => ask({ kind: 'inFlight', each, ms }),
    [Symbol.dispose]: () => void child.kill(),
  };
}
