/** Content that neighbours, guests and networks nearby choose matches the protocol when it reaches the cloud. */
import { clientReport, lldpNeighbour, scannedNetwork } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLeases } from '../collect/leases.ts';
import { parseScan } from '../radio/scan.ts';
import { parseLldpNeighbours } from '../system/lldp-neighbours.ts';

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 80 }));
const mac = fc
  .integer({ min: 0, max: 255 })
  .map((last) => `02:00:00:00:00:${last.toString(16).padStart(2, '0')}`);
const value = fc.oneof(text, fc.integer(), fc.constant(null));

test('neighbours of any content match the protocol', () => {
  const list = fc.array(fc.record({ type: value, value: fc.oneof(mac, value) }), { maxLength: 3 });
  const row = fc.record({
    name: fc.oneof(fc.constantFrom('lan1', 'lan2'), value),
    chassis: fc.oneof(fc.array(fc.record({ id: list, name: list }), { maxLength: 2 }), value),
    port: fc.oneof(fc.array(fc.record({ id: list, descr: list }), { maxLength: 2 }), value),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      for (const each of parseLldpNeighbours(JSON.stringify({ lldp: [{ interface: rows }] })))
        expect(lldpNeighbour.parse(each)).toEqual(each);
    }),
  );
});

test('names of leases match the protocol', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(mac, text), { maxLength: 5 }), (leases) => {
      const lines = leases.map(([client, name]) => `1700000000 ${client} 10.0.0.9 ${name} *`);
      for (const { ip, mac: client, name } of parseLeases(lines.join('\n')))
        expect(clientReport.parse({ mac: client, ip, name })).toMatchObject({ mac: client });
    }),
  );
});

test('networks nearby of any name match the protocol', () => {
  const signal = fc.oneof(fc.constant('-61.00'), text);
  fc.assert(
    fc.property(fc.array(fc.tuple(mac, text, signal, text), { maxLength: 5 }), (networks) => {
      const printed = networks.map(
        ([bssid, ssid, dbm, more]) =>
          `BSS ${bssid}(on wlan0)\n\tfreq: 2437\n\tsignal: ${dbm} dBm\n\tSSID: ${ssid}\n\tRSN:\t * Version: 1\n\t\t * Authentication suites: ${more}\n`,
      );
      for (const each of parseScan(printed.join(''))) expect(scannedNetwork.parse(each)).toEqual(each);
    }),
  );
});
