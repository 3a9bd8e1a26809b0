/**
 * `node guest.ts HOST:PORT`: runs inside the machine and executes commands of the test over one connection
 * until it closes. Each command and each answer is one line of JSON.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';

export type Command =
  /** Runs a program to its end. */
  | {
      readonly id: number;
      readonly kind: 'run';
      readonly argv: readonly [string, ...string[]];
      readonly input: string;
      readonly ms: number;
    }
  /** Starts a program in the background; later commands refer to it by the id of this command. */
  | { readonly id: number; readonly kind: 'start'; readonly argv: readonly [string, ...string[]] }
  /** Reads the output that a background program has written. */
  | { readonly id: number; readonly kind: 'output'; readonly of: number }
  /** Sends a signal to a background program; sends the answer when the program has ended. */
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

function run(command: Extract<Command, { kind: 'run' }>): Promise<Answer> {
  return new Promise((resolve) => {
    const child = launch(command.argv, AbortSignal.timeout(command.ms));
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', (error) => resolve({ id: command.id, code: null, out, err: err + error.message }));
    // Ends the command with the program's exit, after its pending output is read, because a daemon may keep
    // the pipes open.
    child.on('exit', (code) => setImmediate(() => resolve({ id: command.id, code, out, err })));
    child.stdin.end(command.input);
  });
}

function start({ argv, id }: Extract<Command, { kind: 'start' }>): Answer {
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

async function answer(command: Command): Promise<Answer> {
  if (command.kind === 'run') return run(command);
  if (command.kind === 'start') return start(command);
  const own = started.get(command.of);
  if (!own) return { id: command.id, code: null, out: '', err: 'No such background program.' };
  if (command.kind === 'output') return { id: command.id, code: own.child.exitCode, out: own.text, err: '' };
  own.child.kill(command.signal);
  return { id: command.id, code: await own.ended, out: own.text, err: '' };
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
      void answer(JSON.parse(line) as Command).then((reply) => socket.write(`${JSON.stringify(reply)}\n`));
    });
    // Connects again, because the network of the machine may not be ready.
    socket.on('close', () => {
      if (connected || tries === 0) process.exit();
      setTimeout(() => connect(tries - 1), 500);
    });
  };
  connect(20);
}
