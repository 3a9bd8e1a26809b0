/** A machine of its own: Debian's kernel in QEMU, over the files of this host, which it cannot change. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CommandFailed, type Run } from '@northlight/agent';
import type { Answer, Ask } from './guest.ts';
import type { MachineImage } from './image.ts';

const GUEST = fileURLToPath(new URL('./guest.ts', import.meta.url));
/** How the guest reaches the loopback of the host. */
export const HOST_ADDRESS = '10.0.2.2';
const MEMORY_MB = 1_536;
/** An old one: programs choose wide vectors where they find them, and those are slow to emulate. */
const PROCESSOR = 'Nehalem';
const BOOT_MS = 120_000;
const PROGRAM_MS = 60_000;
const PRINTED_LINES = 20;

export interface MachineOptions {
  readonly image: MachineImage;
}

/** A program that goes on in the machine. */
export interface Running {
  readonly pid: number;
  /** What it has written so far. */
  output(): Promise<string>;
  /** Ends it; resolves with all that it wrote. */
  end(signal?: NodeJS.Signals): Promise<string>;
}

type Question = Ask extends infer Each ? (Each extends Ask ? Omit<Each, 'id'> : never) : never;

export class Machine implements AsyncDisposable {
  readonly #server: Server;
  readonly #socket: Socket;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #questions = 0;

  private constructor(server: Server, socket: Socket, ended: Promise<unknown>) {
    this.#server = server;
    this.#socket = socket;
    this.#ended = ended;
    createInterface({ input: socket }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    socket.on('close', () => {
      for (const [id, tell] of this.#waiting) tell({ id, code: null, out: '', err: 'The machine is gone.' });
      this.#waiting.clear();
    });
  }

  /** Resolves when the machine does as it is told. */
  static async boot({ image }: MachineOptions): Promise<Machine> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const [program, ...args] = commandLine(image, `${HOST_ADDRESS}:${port}`);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'exit');
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => printed.push(line));
    const timeout = AbortSignal.timeout(BOOT_MS);
    const arrived = once(server, 'connection', { signal: timeout }) as Promise<[Socket]>;
    const first = await Promise.race([arrived, ended.then(() => undefined)]).catch(() => undefined);
    if (!first) {
      child.kill('SIGKILL');
      server.close();
      throw new Error(['The machine did not start.', ...printed.slice(-PRINTED_LINES)].join('\n'));
    }
    const [socket] = first;
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    return new Machine(server, socket, ended);
  }

  /** Runs a program to its end, as `run` of the agent does. */
  readonly run: Run = async (argv, input = '') => {
    const { code, err, out } = await this.#ask({ kind: 'run', argv, input, ms: PROGRAM_MS });
    if (code !== 0) throw new CommandFailed(argv, err || out || `ended with ${code}`, out);
    return out;
  };

  async start(argv: readonly [string, ...string[]]): Promise<Running> {
    const id = this.#questions + 1;
    const { code } = await this.#ask({ kind: 'start', argv });
    return {
      pid: code ?? 0,
      output: async () => (await this.#ask({ kind: 'output', of: id })).out,
      end: async (signal = 'SIGTERM') => (await this.#ask({ kind: 'end', of: id, signal })).out,
    };
  }

  /** The machine goes off when nobody talks to it any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.end();
    await this.#ended;
    this.#server.close();
  }

  #ask(question: Question): Promise<Answer> {
    const id = ++this.#questions;
    return new Promise((resolve) => {
      if (this.#socket.destroyed) return resolve({ id, code: null, out: '', err: 'The machine is gone.' });
      this.#waiting.set(id, resolve);
      this.#socket.write(`${JSON.stringify({ id, ...question })}\n`);
    });
  }
}

/** Emulated unless told otherwise: a machine inside a machine has often no other way. */
function commandLine({ initrd, kernel }: MachineImage, control: string): [string, ...string[]] {
  const accelerator = process.env['NORTHLIGHT_VM_ACCEL'] ?? 'tcg,thread=multi';
  const words = [
    'console=ttyS0 quiet panic=-1 random.trust_cpu=on',
    `NODE=${process.execPath} GUEST=${GUEST} CONTROL=${control}`,
  ];
  const options = [
    `-accel ${accelerator} -cpu ${PROCESSOR} -M q35 -m ${MEMORY_MB} -smp 2`,
    '-nodefaults -no-reboot -display none -serial stdio',
    '-virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap',
    '-netdev user,id=net -device virtio-net-pci,netdev=net',
  ].flatMap((text) => text.split(' '));
  const program = 'qemu-system-x86_64';
  return [program, ...options, '-kernel', kernel, '-initrd', initrd, '-append', words.join(' ')];
}
