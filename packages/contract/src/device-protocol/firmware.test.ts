import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareVersions,
  isFirmwareForModel,
  encodeFirmwareHead,
  type FirmwareManifest,
  FirmwareUnreadable,
  readFirmware,
} from './firmware.ts';

const manifest: FirmwareManifest = {
  v: 1,
  models: ['NL-GW5'],
  version: '2.0.0',
  sizeBytes: 3,
  sha256: 'a'.repeat(64),
  notes: 'Größer „速" \u{1F680}',
};

function file(of: FirmwareManifest = manifest): Uint8Array {
  const head = encodeFirmwareHead(of);
  const bytes = new Uint8Array(head.length + 64 + 3);
  bytes.set(head);
  return bytes;
}

test('decodes an encoded firmware header to the same manifest, and finds the image after the signature', () => {
  const bytes = file();
  const parts = readFirmware(bytes);
  expect(parts.manifest).toEqual(manifest);
  expect(parts.imageAt).toBe(bytes.length - 3);
  expect([parts.signed.length, parts.signature.length]).toEqual([bytes.length - 67, 64]);
  // The file is a part of a larger buffer, as Node returns it.
  const larger = new Uint8Array(bytes.length + 10);
  larger.set(bytes, 7);
  expect(readFirmware(larger.subarray(7, 7 + bytes.length)).manifest).toEqual(manifest);
});

test('parses arbitrary bytes as firmware, or refuses them with a message', () => {
  const start = file();
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.integer({ min: 0, max: start.length }),
      (noise, keep) => {
        for (const bytes of [noise, new Uint8Array([...start.subarray(0, keep), ...noise])])
          try {
            readFirmware(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(FirmwareUnreadable);
          }
      },
    ),
  );
});

test.each([
  ['2.0', '2.0.0', 0],
  ['2.10.0', '2.9.9', 1],
  ['1.99', '2', -1],
  ['2.0.1', '2.0', 1],
  ['', '1.0', -1],
])('compares version %s with version %s', (one, other, sign) => {
  expect(Math.sign(compareVersions(one, other))).toBe(sign);
  expect(Math.sign(compareVersions(other, one)) + 0).toBe(-sign + 0);
});

test('firmware fits the models whose name begins with a prefix of its manifest', () => {
  expect(isFirmwareForModel(manifest, 'NL-GW5-EU')).toBe(true);
  expect(isFirmwareForModel(manifest, 'NL-GW')).toBe(false);
});
