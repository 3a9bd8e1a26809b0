import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { ERRORS } from '../kit/index.ts';
import { NETWORK_ERRORS } from '../kit/error-catalogue-network.ts';
import { WIRELESS_ERRORS } from '../kit/error-catalogue-wireless.ts';
import { ADDRESS_RULES, ADDRESSING_CASES } from './testing/addressing.ts';
import { WIRELESS_RULES, WIRELESS_CASES } from './testing/wireless.ts';
import { MODE_RULES, MODE_CASES } from './testing/modes.ts';
import { PORT_RULES, PORT_CASES } from './testing/ports.ts';
import { ROUTE_RULES, ROUTE_AND_POOL_CASES } from './testing/routes-and-pools.ts';
import type { Row } from './testing/rows.ts';
import { VLAN_RULES, VLAN_CASES } from './testing/vlans.ts';

/**
 * Tests the rules of specification §5 (from ports to mode conflicts) as one table. Each rule has values just
 * inside and just outside its bounds. Each case is checked by the schema and the rules of the document, as
 * forms and the server do.
 */
const BOOK: Readonly<Record<string, readonly [rules: readonly string[], rows: Record<string, Row>]>> = {
  Ports: [PORT_RULES, PORT_CASES],
  VLAN: [VLAN_RULES, VLAN_CASES],
  'IP addressing': [ADDRESS_RULES, ADDRESSING_CASES],
  'IP addressing: routes and pools': [ROUTE_RULES, ROUTE_AND_POOL_CASES],
  'Wi-Fi and radio': [WIRELESS_RULES, WIRELESS_CASES],
  'Mode conflicts': [MODE_RULES, MODE_CASES],
};

/** Test file of each code that no case of the rule book raises, relative to `src`. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  pppoeInvalid: 'network/gateway/rules-routing.test.ts',
  ssidExists: 'network/wireless/rules-policies.test.ts',
  wirelessInUse: 'network/wireless/rules-policies.test.ts',
  wlanSsidConflict: 'network/wireless/rules-policies.test.ts',
  meshSsidConflict: 'network/wireless/rules-policies.test.ts',
  meshNeedsPolicy: 'network/wireless/rules-policies.test.ts',
  wifiConflict: 'network/wireless/rules-policies.test.ts',
  deviceWithoutBand: 'network/wireless/rules-capacity.test.ts',
  deviceSsidFull: 'network/wireless/rules-capacity.test.ts',
  bandClientLimit: 'network/wireless/rules-capacity.test.ts',
  globalPolicyLimit: 'network/wireless/rules-capacity.test.ts',
  devicePolicyLimit: 'network/wireless/rules-capacity.test.ts',
  guestPolicyLimit: 'network/wireless/rules-capacity.test.ts',
  meshGlobalPolicyLimit: 'network/wireless/rules-capacity.test.ts',
  meshDevicePolicyLimit: 'network/wireless/rules-capacity.test.ts',
};
/** Codes that the product never raises, with the reason. */
const NEVER: Readonly<Record<string, string>> = {
  dhcpRangeInvalid: 'a pool outside its network raises 112',
  vlanInUse: 'removing a VLAN removes its pool; a policy that uses the VLAN raises 26',
  pptpInvalid: 'the product has no PPTP',
  l2tpInvalid: 'the product has no L2TP',
  routerConflict: 'each conflict has a code of its own',
  mappingPortReserved: 'a gateway reserves no port of its WAN',
  configConflict: 'an outdated version raises it, not a rule',
  managementCutOff: 'the search for broken paths raises it, not a rule',
  rfRunning: 'an optimization that runs raises it, not a rule',
  rfTooFewDevices: 'the start of an optimization raises it, not a rule',
  rfBusy: 'the start of an optimization raises it, not a rule',
};

const listRows = (section: string) => Object.entries(BOOK[section]?.[1] ?? {});

describe.each(Object.keys(BOOK))('%s', (section) => {
  const written = listRows(section);
  const accepted = written.flatMap(([rule, row]) => row.accepted.map((each) => [rule, ...each] as const));
  const refused = written.flatMap(([rule, row]) =>
    row.refused.map(([what, violations, ...fields]) => [rule, what, violations, fields] as const),
  );

  test.each(accepted)('%s: %s is accepted', (_rule, _what, violations) => expect(violations).toEqual([]));
  test.each(refused)('%s: %s is refused', (_rule, _what, violations, fields) => {
    expect(fields).not.toEqual([]);
    expect(violations).toEqual(fields);
  });

  it('has an accepted and a refused example of each rule', () => {
    const [rules, rows] = BOOK[section] ?? [[], {}];
    expect(Object.keys(rows).sort()).toEqual([...rules].sort());
    for (const [rule, row] of Object.entries(rows)) {
      expect(row.sentence, rule).not.toBe('');
      expect([row.accepted.length > 0, row.refused.length > 0], rule).toEqual([true, true]);
    }
  });
});

test('finds each network and wireless code in the rule book, in a test of its rule, or in the list of codes that are never raised', () => {
  const inBook = new Set(
    Object.keys(BOOK)
      .flatMap((section) => listRows(section))
      .flatMap(([, row]) => row.refused)
      .flatMap(([, , ...fields]) => fields.map((field) => field.split(' ')[1] ?? '')),
  );
  const known = Object.keys({ ...NETWORK_ERRORS, ...WIRELESS_ERRORS });
  const placed = [...inBook, ...Object.keys(TESTED_ELSEWHERE), ...Object.keys(NEVER)];
  expect(known.filter((name) => !placed.includes(name))).toEqual([]);
  expect(
    [...Object.keys(TESTED_ELSEWHERE), ...Object.keys(NEVER)].filter((name) => inBook.has(name)),
  ).toEqual([]);
  for (const [name, file] of Object.entries(TESTED_ELSEWHERE)) {
    expect(name in ERRORS, name).toBe(true);
    expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(name);
  }
});
