import { describe, expect, it, test } from 'vitest';
import { statMessage } from './messages.ts';
import { wanStats } from './wan-stat.ts';

const leased = {
  id: 'wan1',
  up: true,
  inUse: true,
  ip: '203.0.113.57',
  prefix: 24,
  gateway: '203.0.113.1',
  dns: ['9.9.9.9', '1.1.1.1'],
};
const ping = { target: '203.0.113.1', sent: 60, lost: 3, latencyMs: 1.8 };
const unplugged = { id: 'wan2', up: false, inUse: false };

describe('state of the WAN ports', () => {
  test.each([
    ['a leased address in use and a port without a link', [leased, unplugged]],
    ['a link without an address', [{ ...unplugged, up: true }]],
    ['PPPoE without a gateway', [{ ...leased, prefix: 32, gateway: undefined }]],
    ['no ports', []],
    [
      'measurements and the time online',
      [{ ...leased, upSeconds: 93_000, gatewayPing: ping, internetPing: { ...ping, target: '9.9.9.9' } }],
    ],
    [
      'a gateway that answers no echo request',
      [{ ...leased, gatewayPing: { ...ping, lost: 60, latencyMs: undefined } }],
    ],
  ])('accepts %s', (_, wans) => expect(wanStats.safeParse(wans).success).toBe(true));

  test.each([
    ['two ports in use', [leased, { ...leased, id: 'wan2' }]],
    ['a port twice', [unplugged, unplugged]],
    ['more lost requests than sent ones', [{ ...leased, gatewayPing: { ...ping, lost: 61 } }]],
    ['a latency without an answer', [{ ...leased, gatewayPing: { ...ping, lost: 60 } }]],
    ['an answer without a latency', [{ ...leased, gatewayPing: { ...ping, latencyMs: undefined } }]],
    ['a measurement without an address', [{ ...unplugged, up: true, internetPing: ping }]],
    ['a time online without an address', [{ ...unplugged, up: true, upSeconds: 5 }]],
    ['a negative latency', [{ ...leased, gatewayPing: { ...ping, latencyMs: -1 } }]],
    ['a host name as a target', [{ ...leased, internetPing: { ...ping, target: 'example.net' } }]],
    ['17 ports', Array.from({ length: 17 }, (_, index) => ({ ...unplugged, id: `wan${index}` }))],
    ['an address without a prefix', [{ ...leased, prefix: undefined }]],
    ['a prefix without an address', [{ ...unplugged, prefix: 24 }]],
    ['a prefix of 33 bits', [{ ...leased, prefix: 33 }]],
    ['a port in use without an address', [{ ...unplugged, up: true, inUse: true }]],
    ['a port in use without a link', [{ ...leased, up: false }]],
    ['a gateway without an address', [{ ...unplugged, gateway: '203.0.113.1' }]],
    ['text as an address', [{ ...leased, ip: '<b>203.0.113.57</b>' }]],
    ['text as a gateway', [{ ...leased, gateway: 'router' }]],
    ['five DNS servers', [{ ...leased, dns: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '1.1.1.5'] }]],
    ['text as a DNS server', [{ ...leased, dns: ['resolver'] }]],
    ['an id of 16 characters', [{ ...unplugged, id: 'w'.repeat(16) }]],
    ['an empty id', [{ ...unplugged, id: '' }]],
    ['an object', { wan1: leased }],
  ])('refuses %s', (_, wans) => expect(wanStats.safeParse(wans).success).toBe(false));

  it('is an optional part of the figures', () => {
    const message = { session: 'one', seq: 1, ts: 0 };
    expect(statMessage.parse(message).wans).toBeUndefined();
    expect(statMessage.parse({ ...message, wans: [leased] }).wans).toEqual([leased]);
    expect(statMessage.safeParse({ ...message, wans: [leased, leased] }).success).toBe(false);
  });
});
