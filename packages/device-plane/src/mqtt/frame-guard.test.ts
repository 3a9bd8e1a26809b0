import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameGuard } from './frame-guard.ts';

function frame(length: number): Uint8Array {
  const header = [0x30];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      header.push(rest);
      break;
    }
    header.push((rest % 128) | 128);
  }
  return Uint8Array.from([...header, ...Array<number>(length).fill(0xff)]);
}

test('accepts frames up to the limit for any split of the stream', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(sizes, fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }), (lengths, cuts) => {
      const stream = Buffer.concat(lengths.map(frame));
      const guard = new FrameGuard(1000);
      for (let position = 0, index = 0; position < stream.length; index++) {
        const step = cuts[index % cuts.length] ?? 1;
        expect(guard.accepts(stream.subarray(position, position + step))).toBe(true);
        position += step;
      }
    }),
  );
});

test('rejects a frame above the limit at its header', () => {
  expect(new FrameGuard(1000).accepts(frame(1001).subarray(0, 3))).toBe(false);
});

test('rejects a length of more than 4 bytes', () => {
  expect(new FrameGuard(1000).accepts(Uint8Array.from([0x30, 255, 255, 255, 255]))).toBe(false);
});
