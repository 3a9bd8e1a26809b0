import { formatLabel, parseLabel } from '@northlight/contract';
import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { describeCameraError, type Frame, loadDecoder } from './read-label.ts';

const LABEL = { sn: 'NLAP6C0000000001', claimCode: 'K7M2Q9XD4T' };
const SCALE = 6;

/** Draws a QR code in black and white, as a camera would see it. */
function drawCode(text: string): Frame {
  const { data, size } = encode(text, { border: 4 });
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (data[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)])
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  return { data: pixels, width: side, height: side };
}

it('reads the label from a picture of its QR code', async () => {
  const decode = await loadDecoder();
  expect(parseLabel(decode(drawCode(formatLabel(LABEL))) ?? '')).toEqual(LABEL);
});

it('returns no text for a picture without a code', async () => {
  const decode = await loadDecoder();
  const blank = { data: new Uint8ClampedArray(200 * 200 * 4).fill(255), width: 200, height: 200 };
  expect(decode(blank)).toBeUndefined();
});

it('explains why the camera cannot be used', () => {
  const denied = Object.assign(new Error('x'), { name: 'NotAllowedError' });
  expect(describeCameraError(denied)).toContain('denied');
  expect(describeCameraError(undefined)).toContain('by hand');
});
