import { spawn } from 'node:child_process';

const EVENTS = ['iw', 'event'] as const;

/** Calls when a client joins or leaves, or an SSID comes or goes, until disposed of or until `iw` ends. */
export function watchAir(onChange: () => void): Promise<Disposable & { readonly ended: boolean }> {
  const [program, ...args] = EVENTS;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let ended = false;
  child.stdout.on('data', (text: Buffer) => {
    if (/new station|del station|start(?:ed)? AP|stop(?:ped)? AP|ch_switch/i.test(text.toString()))
      onChange();
  });
  child.on('exit', () => (ended = true));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      ended = true;
      reject(error);
    });
    child.on('spawn', () =>
      resolve({
        get ended() {
          return ended;
        },
        [Symbol.dispose]: () => void child.kill(),
      }),
    );
  });
}
