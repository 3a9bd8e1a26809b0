import { SeededEntropy } from '@northlight/runtime';
import { claimCode, macAddress, serialNumber } from '@northlight/contract/net';
import { expect, test } from 'vitest';
import { formatDevicesCsv, parseDevicesCsv } from './devices-csv.ts';
import { createClaimCode, createMac, createSecret, createSerialNumber } from './identifiers.ts';

const entropy = new SeededEntropy(1);
const rows = Array.from({ length: 50 }, (_, index) => ({
  sn: createSerialNumber(entropy, index),
  mac: createMac(entropy),
  model: 'NL-GW5',
  claimCode: createClaimCode(entropy),
  secret: createSecret(entropy),
}));

test('creates identities that follow the rules of the contract', () => {
  for (const row of rows) {
    expect(serialNumber.parse(row.sn)).toBe(row.sn);
    expect(macAddress.parse(row.mac)).toBe(row.mac);
    expect(claimCode.parse(row.claimCode)).toBe(row.claimCode);
    expect(row.secret).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('parses a written file with any line endings and column order', () => {
  expect(parseDevicesCsv(formatDevicesCsv(rows))).toEqual(rows);
  expect(parseDevicesCsv(formatDevicesCsv(rows).replaceAll('\n', '\r\n'))).toEqual(rows);
  const [row] = rows;
  expect(
    parseDevicesCsv(
      `secret,sn,model,mac,claimCode\n${[row?.secret, row?.sn, row?.model, row?.mac, row?.claimCode].join(',')}`,
    ),
  ).toEqual([row]);
});

test('rejects a malformed file with the line number', () => {
  expect(() => parseDevicesCsv('sn,mac\n')).toThrow('The file has no column model, claimCode, secret.');
  expect(() => parseDevicesCsv('sn,mac,model,claimCode,secret\na,b\n')).toThrow(
    'Line 2 of the file has 2 values instead of 5.',
  );
});
