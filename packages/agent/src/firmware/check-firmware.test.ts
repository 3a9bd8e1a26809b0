import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { encodeFirmwareHead, type FirmwareManifest } from '@northlight/contract/device-protocol';
import { hashSha256Hex } from '@northlight/runtime';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { CommandRefused } from '../commands/index.ts';
import { checkFirmware } from './fetch-firmware.ts';

const maker = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const image = Buffer.from('software');
const target = { model: 'NL-GW5-EU', software: '1.9.0', keys: [stranger.publicKey, maker.publicKey] };
const wanted = { version: '1.10.0', downgrade: false };

function packed(values: Partial<FirmwareManifest> = {}, key: KeyObject = maker.privateKey): Buffer {
  const described = { sizeBytes: image.length, sha256: hashSha256Hex(image) };
  const head = encodeFirmwareHead({ v: 1, models: ['NL-GW5'], version: '1.10.0', ...described, ...values });
  return Buffer.concat([head, sign(null, head, key), image]);
}

it('accepts an image that is newer, for this model and signed with a trusted key', () => {
  const taken = checkFirmware(packed({ notes: 'Größer, schneller: 速' }), wanted, target);
  expect(Buffer.from(taken.image).equals(image)).toBe(true);
  expect(taken.manifest.notes).toBe('Größer, schneller: 速');
});

test.each([
  ['an untrusted key', packed(), { ...target, keys: [stranger.publicKey] }, wanted, /not signed/],
  ['another model', packed({ models: ['NL-AP6C'] }), target, wanted, /not for NL-GW5-EU/],
  ['another version than requested', packed({ version: '1.11.0' }), target, wanted, /is version 1.11.0/],
  ['the running version', packed(), { ...target, software: '1.10.0' }, wanted, /already runs 1.10.0/],
  ['an older version', packed(), { ...target, software: '1.10.1' }, wanted, /already runs 1.10.1/],
  ['another size', packed({ sizeBytes: 9 }), target, wanted, /damaged/],
  ['another hash', packed({ sha256: hashSha256Hex('other') }), target, wanted, /damaged/],
] as const)('rejects an image with %s', (_what, bytes, device, args, reason) => {
  expect(() => checkFirmware(bytes, args, device)).toThrow(reason);
  expect(() => checkFirmware(bytes, args, device)).toThrow(CommandRefused);
});

it('accepts an older image only on explicit request', () => {
  const device = { ...target, software: '2.0.0' };
  expect(checkFirmware(packed(), { ...wanted, downgrade: true }, device).manifest.version).toBe('1.10.0');
});

it('rejects an image with one byte changed, added or removed', () => {
  const good = packed();
  const at = fc.integer({ min: 0, max: good.length - 1 });
  fc.assert(
    fc.property(at, fc.integer({ min: 1, max: 255 }), (index, change) => {
      const bytes = Buffer.from(good);
      bytes[index] = (bytes[index] ?? 0) ^ change;
      expect(() => checkFirmware(bytes, wanted, target)).toThrow(CommandRefused);
    }),
    { numRuns: 300 },
  );
  for (let length = 0; length < good.length; length++)
    expect(() => checkFirmware(good.subarray(0, length), wanted, target)).toThrow(CommandRefused);
  expect(() => checkFirmware(Buffer.concat([good, Buffer.of(0)]), wanted, target)).toThrow(/damaged/);
});
