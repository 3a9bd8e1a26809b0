import { describe, expect, it, test } from 'vitest';
import { capabilities, deviceKind } from '../device-protocol/index.ts';
import { findCapabilities, formatModelName, findModelEntry, MODELS } from './models.ts';

describe('device models', () => {
  it('cover every kind of device, and both tiers of switches', () => {
    expect(new Set(MODELS.map((model) => model.capabilities.kind))).toEqual(new Set(deviceKind.options));
    const tiers = MODELS.filter(({ capabilities }) => capabilities.kind === 'switch').map(
      ({ capabilities }) => capabilities.tier,
    );
    expect(new Set(tiers)).toEqual(new Set(['access', 'core']));
    expect(new Set(MODELS.map(({ prefix }) => prefix)).size).toBe(MODELS.length);
  });

  test.each(MODELS.map((model) => [model.prefix, model.capabilities] as const))(
    'have valid capabilities: %s',
    (_prefix, own) => {
      expect(capabilities.parse(own)).toEqual(own);
      expect(new Set(own.ports.map(({ id }) => id)).size).toBe(own.ports.length);
      expect(own.limits.vlanMin).toBeLessThan(own.limits.vlanMax);
      expect(own.radios.length > 0).toBe(own.features.includes('wifi'));
    },
  );

  test.each([
    ['NL-GW5', 'NL-GW5'],
    ['NL-GW5-EU', 'NL-GW5'],
    ['NL-GW5L-EU', 'NL-GW5L'],
    ['NL-AP6CPRO2', 'NL-AP6CPRO'],
    ['NL-LGW', 'NL-LGW'],
    ['NL-', undefined],
    ['nl-gw5', undefined],
    ['', undefined],
  ])('assign the model %s to the family %s', (model, prefix) =>
    expect(findModelEntry(model)?.prefix).toBe(prefix),
  );

  it('include a gateway with lower limits than the others', () => {
    expect(findCapabilities('NL-GW5L')?.limits).toMatchObject({ vlanMax: 1000, vlans: 8, dhcpPools: 4 });
    expect(findCapabilities('NL-LGW')?.ports.map(({ id }) => id)).toEqual(['wan0', 'lan1', 'lan2']);
    expect(formatModelName('XX-1')).toBe('XX-1');
  });
});
