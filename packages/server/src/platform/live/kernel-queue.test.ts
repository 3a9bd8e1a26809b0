import { SteppedClock } from '@northlight/runtime';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { addressHex, waitingInKernel } from './kernel-queue.ts';
import { LONGEST_STILL_MS, MAX_WAITING_BYTES, PatientWriter } from './patient-writer.ts';
import { eventually } from '../../testing/index.ts';

test.each([
  ['127.0.0.1', '0100007F'],
  ['::ffff:127.0.0.1', '0100007F'],
  ['::1', '00000000000000000000000001000000'],
  ['2001:db8::ff00:42:8329', 'B80D01200000000000FF000029834200'],
])('%s stands in the tables of Linux as %s', (address, text) => expect(addressHex(address)).toBe(text));

/** Both ends of a connection whose far one never reads. */
async function deafReader(host: string) {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  const far = connect((server.address() as AddressInfo).port, host);
  const [near] = (await once(server, 'connection')) as [Socket];
  return {
    near,
    far,
    [Symbol.dispose]: () => {
      near.destroy();
      far.destroy();
      server.close();
    },
  };
}

test.runIf(process.platform === 'linux')(
  'a reader who stands still is dropped though the kernel takes all that is written to him',
  async () => {
    using reader = await deafReader('127.0.0.1');
    const { near } = reader;
    const clock = new SteppedClock();
    const stream = Object.assign(near, { socket: near });
    const writer = new PatientWriter(stream, clock);
    // As much as a minute of a busy project, in pieces that the process keeps nothing of.
    for (let count = 0; count < 20 && waitingInKernel(near) === 0; count++) {
      writer.write('x'.repeat(MAX_WAITING_BYTES / 4));
      await eventually(() => near.writableLength === 0);
    }
    await eventually(() => waitingInKernel(near) > 0);
    expect(near.writableLength).toBe(0);
    for (let gone = 0; gone <= LONGEST_STILL_MS; gone += 1500) {
      writer.look();
      await clock.advance(1500);
    }
    writer.look();
    expect(near.destroyed).toBe(true);
  },
);

test.runIf(process.platform === 'linux')('who reads is left alone', async () => {
  using reader = await deafReader('127.0.0.1');
  const { far, near } = reader;
  far.resume();
  const clock = new SteppedClock();
  const writer = new PatientWriter(Object.assign(near, { socket: near }), clock);
  for (let gone = 0; gone <= 3 * LONGEST_STILL_MS; gone += 1500) {
    writer.write('x'.repeat(1000));
    await clock.advance(1500);
    writer.look();
  }
  expect(near.destroyed).toBe(false);
});
