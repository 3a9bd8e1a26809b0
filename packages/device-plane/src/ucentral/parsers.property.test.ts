import {
  capabilities,
  clientsMessage,
  eventMessage,
  statMessage,
  topoMessage,
} from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCapabilities } from './capabilities.ts';
import { learnFromState } from './learned-capabilities.ts';
import { parseCommandResult } from './commands.ts';
import { commandResult, configReport } from '@northlight/contract/device-protocol';
import { parseConfigResult } from './configuration.ts';
import { MalformedMessage } from '../clean-message.ts';
import { EmissionBuilder } from './emit/emission-builder.ts';
import { readMessage } from './read-message.ts';
import { readFrame } from './frames.ts';
import { RadioAirMeter } from './radio-air.ts';
import { readRadios } from './radio-state.ts';
import { readState } from './state.ts';

const RADIOS = [
  { id: 'radio0', band: '2.4G' as const, maxPowerDbm: 20 },
  { id: 'radio1', band: '5G' as const, maxPowerDbm: 20 },
];
const NOW = Date.UTC(2026, 10, 21);
const head = { session: 's', seq: 1, ts: NOW };

const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '02:00:00:00:00:01',
    'Ethernet1',
    '5G',
    -1,
    1e300,
    '\u0000',
    'x'.repeat(5000),
    '\ud800',
    null,
  ),
);
const object = (...names: string[]) =>
  fc.dictionary(fc.constantFrom(...names), fc.oneof(value, fc.array(value, { maxLength: 3 })));

describe('for any input of a device', () => {
  test('readState and readRadios return valid messages', () => {
    const link = fc.dictionary(fc.string(), object('carrier', 'speed', 'duplex', 'counters', 'poe'));
    const client = object('mac', 'ipv4_addresses', 'ipv6_addresses', 'ports');
    const association = object(
      'station',
      'rssi',
      'connected',
      'rx_bytes',
      'tx_bytes',
      'rx_rate',
      'dynamic_vlan',
      'tx_packets',
      'tx_retries',
      'rx_duration',
    );
    const survey = fc.array(
      object('frequency', 'noise', 'time', 'busy', 'time_tx').map((entry) => ({ frequency: 5180, ...entry })),
      { maxLength: 2 },
    );
    const radio = fc.record(
      {
        band: fc.oneof(value, fc.constantFrom(['2G'], ['5G'])),
        channel: fc.oneof(value, fc.constantFrom(6, 36)),
        channel_width: value,
        tx_power: value,
        survey: fc.oneof(value, survey),
        active_ms: fc.oneof(value, fc.nat()),
        busy_ms: fc.oneof(value, fc.nat()),
        transmit_ms: fc.oneof(value, fc.nat()),
        noise: value,
      },
      { requiredKeys: [] },
    );
    const ssid = fc.record({
      ssid: value,
      band: value,
      associations: fc.array(association, { maxLength: 3 }),
    });
    const state = fc.oneof(
      value,
      fc.record({
        unit: object('cpu_load', 'memory', 'uptime'),
        interfaces: fc.array(
          fc.record({
            ipv4: object('addresses', 'leases'),
            clients: fc.array(client, { maxLength: 3 }),
            ssids: fc.array(ssid, { maxLength: 2 }),
          }),
          { maxLength: 3 },
        ),
        radios: fc.array(radio, { maxLength: 3 }),
        'link-state': fc.record({ upstream: link, downstream: link }),
        'default-gateway': fc.array(object('metric', 'out-port'), { maxLength: 3 }),
        'mac-forwarding-table': fc.dictionary(
          fc.oneof(fc.string(), fc.constant('Ethernet1')),
          fc.oneof(value, fc.dictionary(fc.oneof(fc.string(), fc.constant('10')), fc.array(value))),
        ),
        'lldp-peers': fc.record({
          upstream: fc.dictionary(fc.string(), fc.array(object('mac', 'name', 'port_id'), { maxLength: 2 })),
        }),
      }),
    );
    fc.assert(
      fc.property(state, state, (earlier, input) => {
        const { clients, lldp, stat } = readState(input, NOW);
        const air = new RadioAirMeter();
        air.measure(earlier, [], RADIOS, NOW - 60_000);
        const radios = air.measure(input, readRadios(input, RADIOS), RADIOS, NOW);
        expect(statMessage.safeParse({ ...head, ...stat, radios }).error).toBeUndefined();
        expect(clientsMessage.safeParse({ ...head, full: true, join: clients }).error).toBeUndefined();
        expect(topoMessage.safeParse({ ...head, lldp }).error).toBeUndefined();
      }),
      {
        numRuns: 500,
        // A width that is no number and cannot be converted to one.
        examples: [[null, { radios: [{ band: ['2G'], channel_width: { toString: null } }] }]],
      },
    );
  });

  test('readCapabilities and learnFromState return valid capabilities', () => {
    const input = object(
      'compatible',
      'model',
      'platform',
      'network',
      'wifi',
      'country_codes',
      'compress_cmd',
    );
    const port = fc.constantFrom('Ethernet0', 'Ethernet1', 'Ethernet22222222222', 'eth0');
    const switchState = fc.record({
      unit: fc.record({ poe: object('max-power-budget') }),
      'link-state': fc.record({ upstream: fc.dictionary(port, object('speed', 'poe')) }),
      'default-gateway': fc.array(fc.record({ metric: value, 'out-port': fc.oneof(port, value) })),
      'lldp-peers': fc.record({ upstream: fc.dictionary(port, fc.array(object('capability'))) }),
    });
    fc.assert(
      fc.property(fc.oneof(value, input), fc.oneof(value, switchState), (document, state) => {
        const { caps } = readCapabilities(document);
        const learned = learnFromState(caps, state);
        expect(capabilities.safeParse(learned).error).toBeUndefined();
        expect(learnFromState(learned, state)).toBe(learned);
      }),
    );
  });

  test('readMessage returns a valid event or nothing', () => {
    const method = fc.constantFrom(
      'event',
      'alarm',
      'log',
      'healthcheck',
      'crashlog',
      'rebootLog',
      'recovery',
      'x',
    );
    const params = object('data', 'log', 'severity', 'sanity', 'loglines', 'info', 'firmware');
    fc.assert(
      fc.property(method, fc.oneof(params, object('data')), (name, input) => {
        const message = readMessage(name, input, NOW);
        if (message?.kind === 'event') expect(eventMessage.safeParse(message.event).error).toBeUndefined();
      }),
    );
  });

  test('parseConfigResult and parseCommandResult return valid results', () => {
    const answer = fc.record({
      error: fc.integer(),
      text: fc.string({ maxLength: 2000 }),
      rejected: fc.array(fc.oneof(value, object('parameter', 'reason', 'substitution')), { maxLength: 4 }),
      result: fc.oneof(
        object('scan', 'status'),
        fc.record({
          scan: fc.array(
            object('channel', 'ch_util', 'ht_oper', 'vht_oper', 'frequency').map((network) => ({
              bssid: '02:00:00:00:00:01',
              channel: 36,
              signal: -60,
              ...network,
            })),
            { maxLength: 3 },
          ),
        }),
      ),
    });
    const emission = new EmissionBuilder().build({});
    fc.assert(
      fc.property(answer, (input) => {
        const report = { rev: 1, hash: 'h', ...parseConfigResult(input, emission) };
        expect(configReport.safeParse(report).error).toBeUndefined();
        expect(commandResult.safeParse(parseCommandResult('wifi-scan', input)).error).toBeUndefined();
      }),
    );
  });

  test('readFrame returns a frame or throws MalformedMessage', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          value.map((input) => JSON.stringify(input) ?? ''),
        ),
        (text) => {
          try {
            expect(['call', 'answer', 'radius']).toContain(readFrame(text).kind);
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedMessage);
          }
        },
      ),
    );
  });
});
