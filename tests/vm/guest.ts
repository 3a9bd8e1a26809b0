/**
 * `node guest.ts HOST:PORT`, inside the machine: does what the test asks for over one connection, a line of JSON each
 * way, until the connection ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';

export type Ask =
  /** Runs a program to its end. */
  | {
      readonly id: number;
      readonly kind: 'run';
      readonly argv: readonly [string, ...string[]];
      readonly input: string;
      readonly ms: number;
    }
  /** Starts one that goes on; it is known by the number of this question. */
  | { readonly id: number; readonly kind: 'start'; readonly argv: readonly [string, ...string[]] }
  /** What such a one has written. */
  | { readonly id: number; readonly kind: 'output'; readonly of: number }
  /** Sends it a signal; answers when it has ended. */
  | { readonly id: number; readonly kind: 'end'; readonly of: number; readonly signal: NodeJS.Signals };

export interface Answer {
  readonly id: number;
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  text: string;
}

const started = new Map<number, Started>();

function launch([program, ...args]: readonly [string, ...string[]], signal?: AbortSignal) {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  });
  child.stdin.on('error', () => undefined);
  return child;
}

function run(ask: Extract<Ask, { kind: 'run' }>): Promise<Answer> {
  return new Promise((resolve) => {
    const child = launch(ask.argv, AbortSignal.timeout(ask.ms));
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', (error) => resolve({ id: ask.id, code: null, out, err: err + error.message }));
    // Programs that go to the background may keep the pipes: the exit counts, once what was written is read.
    child.on('exit', (code) => setImmediate(() => resolve({ id: ask.id, code, out, err })));
    child.stdin.end(ask.input);
  });
}

function start({ argv, id }: Extract<Ask, { kind: 'start' }>): Answer {
  const child = launch(argv);
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', (code) => resolve(code));
    child.on('error', () => resolve(null));
  });
  const own: Started = { child, ended, text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (own.text += text));
  started.set(id, own);
  return { id, code: child.pid ?? null, out: '', err: '' };
}

async function answer(ask: Ask): Promise<Answer> {
  if (ask.kind === 'run') return run(ask);
  if (ask.kind === 'start') return start(ask);
  const own = started.get(ask.of);
  if (!own) return { id: ask.id, code: null, out: '', err: 'It was not started.' };
  if (ask.kind === 'output') return { id: ask.id, code: own.child.exitCode, out: own.text, err: '' };
  own.child.kill(ask.signal);
  return { id: ask.id, code: await own.ended, out: own.text, err: '' };
}

if (import.meta.main) {
  const [host = '', port = ''] = (process.argv[2] ?? '').split(':');
  for (const argv of [
    ['ip', 'link', 'set', 'lo', 'up'],
    ['ip', 'link', 'set', 'eth0', 'up'],
    ['ip', 'address', 'add', '10.0.2.15/24', 'dev', 'eth0'],
    ['ip', 'route', 'add', 'default', 'via', '10.0.2.2'],
  ] as const)
    await run({ id: 0, kind: 'run', argv: [...argv], input: '', ms: 10_000 });
  const connect = (tries: number): void => {
    const socket = createConnection({ host, port: Number(port) });
    let connected = false;
    socket.setNoDelay(true);
    socket.on('connect', () => (connected = true));
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', (line) => {
      void answer(JSON.parse(line) as Ask).then((reply) => socket.write(`${JSON.stringify(reply)}\n`));
    });
    // The network of the machine may still be waking up.
    socket.on('close', () => {
      if (connected || tries === 0) process.exit();
      setTimeout(() => connect(tries - 1), 500);
    });
  };
  connect(20);
}
