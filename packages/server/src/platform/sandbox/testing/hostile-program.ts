/** Simulates a parser that a hostile file has compromised. */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { getPriority } from 'node:os';
import { answerOrder } from '../answer-order.ts';

export type HostileOrder =
  | { readonly act: 'read' | 'write'; readonly path: string }
  | { readonly act: 'connect'; readonly port: number }
  | { readonly act: 'signal'; readonly pid: number }
  | {
      readonly act:
        | 'environment'
        | 'priority'
        | 'late'
        | 'fail'
        | 'start'
        | 'loop'
        | 'heap'
        | 'native-memory'
        | 'crash'
        | 'lie'
        | 'answer';
    };

const MIB = 1024 * 1024;
/** Delay of a late answer. */
const LATE_MS = 2_500;
/** Number of buffers of 16 MiB, 2 GiB in total. */
const BUFFERS = 128;

function connectTo(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve('connected'));
    socket.once('error', reject);
  });
}

async function attempt(order: HostileOrder): Promise<string | object> {
  switch (order.act) {
    case 'read':
      return readFileSync(order.path, 'utf8');
    case 'write':
      writeFileSync(order.path, 'written');
      return 'written';
    case 'connect':
      return connectTo(order.port);
    case 'signal':
      process.kill(order.pid, 0);
      return 'signalled';
    case 'environment':
      return Object.keys(process.env).join(' ');
    case 'priority':
      return String(getPriority());
    case 'late':
      return new Promise((resolve) => setTimeout(() => resolve('answered late'), LATE_MS));
    case 'fail':
      return new Promise((_, reject) => setTimeout(() => reject(new RangeError('late')), LATE_MS));
    case 'start':
      return (await import('node:child_process')).execFileSync('/bin/echo', ['started']).toString();
    case 'loop':
      for (;;);
    case 'heap':
      for (const kept: object[] = []; ;) kept.push(Array.from({ length: MIB }, (_, index) => ({ index })));
    case 'native-memory':
      for (const kept: Buffer[] = []; kept.length < BUFFERS;) kept.push(Buffer.alloc(16 * MIB, 1));
      return 'allocated';
    case 'crash':
      return process.abort();
    case 'lie':
      return { not: 'a text' };
    case 'answer':
      return 'answered';
  }
}

answerOrder(async (order: HostileOrder) =>
  attempt(order).catch((error: unknown) => {
    if (order.act === 'fail') throw error;
    return `refused ${(error as NodeJS.ErrnoException).code}`;
  }),
);
