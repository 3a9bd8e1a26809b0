import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { NET_MODES } from '../projects/schema.ts';
import { fitsNetMode } from './mode-of-kind.ts';
import { findCapabilities, MODELS } from './models.ts';
import { chooseRole, type DeviceRole, isGatewayRole, listPossibleRoles } from './roles.ts';

const capsOf = (model: string) => {
  const caps = findCapabilities(model);
  if (!caps) throw new Error(`There is no model ${model}.`);
  return caps;
};
const { mesh, wlan } = NET_MODES;

test.each<[string, string, number, DeviceRole[], DeviceRole]>([
  ['a gateway', 'NL-GW5', wlan, [], 'gateway'],
  ['a wireless router without a gateway', 'NL-WR3', wlan, ['access-point'], 'gateway'],
  ['a wireless router beside a gateway', 'NL-WR3', wlan, ['gateway'], 'access-point'],
  ['a wireless router beside an AC', 'NL-WR3', wlan, ['ac'], 'access-point'],
  ['a second wireless router', 'NL-WR3', wlan, ['gateway'], 'access-point'],
  ['a wireless router in a mesh project', 'NL-WR3', mesh, [], 'access-point'],
  ['a mesh node that can serve networks', 'NL-MESHP', mesh, [], 'mesh-primary'],
  ['a second mesh node that can serve networks', 'NL-MESHP', mesh, ['mesh-primary'], 'mesh-secondary'],
  ['a mesh node that cannot serve networks', 'NL-MESHS', mesh, [], 'mesh-secondary'],
  ['an access point', 'NL-AP6C', wlan, [], 'access-point'],
  ['the first bridge', 'NL-CPE5', wlan, [], 'bridge-base'],
  ['the second bridge', 'NL-CPE5', wlan, ['bridge-base'], 'bridge-client'],
  ['the third bridge', 'NL-CPE5', wlan, ['bridge-base', 'bridge-client'], 'bridge-base'],
])('gives %s its role', (_title, model, netMode, present, expected) => {
  expect(chooseRole(capsOf(model), netMode, present)).toBe(expected);
});

describe('any sequence of added devices', () => {
  it('has at most one device with a gateway role, and possible roles only', () => {
    const model = fc.constantFrom(...MODELS.map(({ prefix }) => prefix));
    fc.assert(
      fc.property(fc.constantFrom(wlan, mesh), fc.array(model, { maxLength: 20 }), (netMode, models) => {
        const roles: DeviceRole[] = [];
        for (const prefix of models) {
          const caps = capsOf(prefix);
          if (!fitsNetMode(caps.kind, netMode)) continue;
          const isSecondGateway = ['gateway', 'ac'].includes(caps.kind) && roles.some(isGatewayRole);
          if (isSecondGateway) continue;
          const role = chooseRole(caps, netMode, roles);
          expect(listPossibleRoles(caps, netMode)).toContain(role);
          roles.push(role);
        }
        expect(roles.filter(isGatewayRole).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
