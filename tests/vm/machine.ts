/** A virtual machine: Debian's kernel in QEMU with the files of this host mounted read-only. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CommandFailed, type RunProgram } from '@northlight/agent';
import type { Answer, Command } from './guest.ts';
import type { MachineImage } from './image.ts';

const GUEST = fileURLToPath(new URL('./guest.ts', import.meta.url));
/** Address at which the guest reaches the host's loopback interface (QEMU user networking). */
export const HOST_ADDRESS = '10.0.2.2';
const MEMORY_MB = 1_536;
/**
 * Emulates an old processor without AVX: programs use wide vector instructions if they are available, but
 * these are slow to emulate.
 */
const PROCESSOR = 'Nehalem';
const BOOT_MS = 120_000;
const PROGRAM_MS = 60_000;
const PRINTED_LINES = 20;

export interface MachineOptions {
  readonly image: MachineImage;
}

/** A program that runs in the background of the machine. */
export interface BackgroundProgram {
  readonly pid: number;
  /** Returns the standard output and standard error that the program has written. */
  output(): Promise<string>;
  /** Ends the program; resolves with its whole output. */
  end(signal?: NodeJS.Signals): Promise<string>;
}

type Request = Command extends infer Each ? (Each extends Command ? Omit<Each, 'id'> : never) : never;

export class Machine implements AsyncDisposable {
  readonly #server: Server;
  readonly #socket: Socket;
  readonly #ended: Promise<unknown>;
  readonly #pending = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  private constructor(server: Server, socket: Socket, ended: Promise<unknown>) {
    this.#server = server;
    this.#socket = socket;
    this.#ended = ended;
    createInterface({ input: socket }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.#pending.get(answer.id)?.(answer);
      this.#pending.delete(answer.id);
    });
    socket.on('close', () => {
      for (const [id, resolve] of this.#pending)
        resolve({ id, code: null, out: '', err: 'The machine has stopped.' });
      this.#pending.clear();
    });
  }

  /**
   * Boots a machine; resolves when it accepts commands. Throws an Error with the last console lines if the
   * machine has not connected within 2 min.
   */
  static async boot({ image }: MachineOptions): Promise<Machine> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const [program, ...args] = buildCommandLine(image, `${HOST_ADDRESS}:${port}`);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'exit');
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => printed.push(line));
    const timeout = AbortSignal.timeout(BOOT_MS);
    const connected = once(server, 'connection', { signal: timeout }) as Promise<[Socket]>;
    const first = await Promise.race([connected, ended.then(() => undefined)]).catch(() => undefined);
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

  /** Runs a program to its end, like `runProgram` of the agent. Throws CommandFailed if its exit code is not 0. */
  readonly run: RunProgram = async (argv, input = '') => {
    const { code, err, out } = await this.#send({ kind: 'run', argv, input, ms: PROGRAM_MS });
    if (code !== 0) throw new CommandFailed(argv, err || out || `ended with ${code}`, out);
    return out;
  };

  async start(argv: readonly [string, ...string[]]): Promise<BackgroundProgram> {
    const id = this.#lastId + 1;
    const { code } = await this.#send({ kind: 'start', argv });
    return {
      pid: code ?? 0,
      output: async () => (await this.#send({ kind: 'output', of: id })).out,
      end: async (signal = 'SIGTERM') => (await this.#send({ kind: 'end', of: id, signal })).out,
    };
  }

  /** Closes the control connection, after which the machine powers off. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.end();
    await this.#ended;
    this.#server.close();
  }

  #send(request: Request): Promise<Answer> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      if (this.#socket.destroyed)
        return resolve({ id, code: null, out: '', err: 'The machine has stopped.' });
      this.#pending.set(id, resolve);
      this.#socket.write(`${JSON.stringify({ id, ...request })}\n`);
    });
  }
}

/**
 * Returns QEMU's command line. It uses software emulation, because nested virtualization is often not
 * available.
 */
function buildCommandLine({ initrd, kernel }: MachineImage, control: string): [string, ...string[]] {
  const accelerator = process.env['NORTHLIGHT_VM_ACCEL'] ?? 'tcg,thread=multi';
  // Mitigations for faults of processors change the page tables at each system call, which is slow to emulate.
  const kernelOptions = [
    'console=ttyS0 quiet mitigations=off panic=-1 random.trust_cpu=on',
    `NODE=${process.execPath} GUEST=${GUEST} CONTROL=${control}`,
  ];
  const options = [
    `-accel ${accelerator} -cpu ${PROCESSOR} -M q35 -m ${MEMORY_MB} -smp 2`,
    '-nodefaults -no-reboot -display none -serial stdio',
    '-virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap',
    '-netdev user,id=net -device virtio-net-pci,netdev=net',
  ].flatMap((text) => text.split(' '));
  const program = 'qemu-system-x86_64';
  return [program, ...options, '-kernel', kernel, '-initrd', initrd, '-append', kernelOptions.join(' ')];
}
