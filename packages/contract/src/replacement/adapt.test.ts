import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Capabilities } from '../device-protocol/capabilities.ts';
import {
  checkDeviceSettings,
  type DeviceSettings,
  getDefaultPort,
  type PortSetting,
} from '../device-settings/index.ts';
import { findCapabilities, MODELS } from '../devices/index.ts';
import type { NetworkConfig, NetworkRuleScope } from '../network/index.ts';
import type { WirelessConfig } from '../network/wireless/index.ts';
import { adaptSettings } from './adapt-settings.ts';
import { adaptContent } from './adapt.ts';
import { matchPorts, matchRadios } from './match-hardware.ts';

const capsOf = (model: string): Capabilities => {
  const caps = findCapabilities(model);
  if (!caps) throw new Error(`The model ${model} is unknown.`);
  return caps;
};

const SWITCHES = MODELS.filter(({ capabilities }) => capabilities.kind === 'switch').map(
  ({ capabilities }) => capabilities,
);

/** Settings of a port that its hardware supports. */
const portOf = (port: Capabilities['ports'][number]): fc.Arbitrary<PortSetting> =>
  fc
    .record({
      enabled: fc.boolean(),
      pvid: fc.integer({ min: 1, max: 4000 }),
      speedMbps: fc.constantFrom(0, ...(port.speedsMbps ?? [])),
      eee: port.type === 'electrical' ? fc.boolean() : fc.constant(false),
      remark: fc.constantFrom('Printer', 'Camera'),
    })
    .map((own) => ({ ...getDefaultPort(port), ...own, mode: 'access' as const, tagged: [] }));

const settingsOf = (caps: Capabilities): fc.Arbitrary<DeviceSettings> =>
  fc.record(
    {
      ports: fc
        .subarray([...caps.ports], { minLength: 1 })
        .chain((ports) => fc.tuple(...ports.map((port) => portOf(port)))),
      mirror: fc
        .shuffledSubarray(
          caps.ports.map(({ id }) => id),
          { minLength: 2, maxLength: 4 },
        )
        .map(([target = '', ...sources]) => ({
          target,
          sources: sources.map((port) => ({ port, direction: 'both' as const })),
        })),
    },
    { requiredKeys: [] },
  );

const pairOfSwitches = fc
  .tuple(fc.constantFrom(...SWITCHES), fc.constantFrom(...SWITCHES))
  .chain(([from, to]) =>
    fc.record({ from: fc.constant(from), to: fc.constant(to), settings: settingsOf(from) }),
  );

describe('the settings of a switch', () => {
  test('are valid on every other model, and each port that has other settings there is listed', () => {
    fc.assert(
      fc.property(pairOfSwitches, ({ from, settings, to }) => {
        const { adaptions, value } = adaptSettings(settings, from, { caps: to, lanAddresses: [] });
        expect(checkDeviceSettings(value, { caps: to, lanAddresses: [] })).toEqual([]);
        const pairs = matchPorts(from, to);
        const listed = new Set(adaptions.map(({ item }) => item));
        const labels = new Map([...from.ports, ...to.ports].map(({ id, label }) => [id, label] as const));
        const after = new Map((value.ports ?? []).map((port) => [port.id, port] as const));
        for (const port of settings.ports ?? []) {
          const counterpart = pairs.get(port.id);
          const names = [port.id, counterpart ?? ''].map((id) => `Port ${labels.get(id) ?? id}`);
          const isSame =
            counterpart === port.id && JSON.stringify(after.get(port.id)) === JSON.stringify(port);
          expect(isSame || names.some((name) => listed.has(name)), JSON.stringify(port)).toBe(true);
        }
        const isKept = settings.mirror === undefined || value.mirror?.target !== undefined;
        expect(isKept || listed.has('Port mirroring')).toBe(true);
      }),
    );
  });

  test('stay as they are on the same model', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom(...SWITCHES)
          .chain((caps) => fc.record({ caps: fc.constant(caps), settings: settingsOf(caps) })),
        ({ caps, settings }) => {
          fc.pre(checkDeviceSettings(settings, { caps, lanAddresses: [] }).length === 0);
          expect(adaptSettings(settings, caps, { caps, lanAddresses: [] })).toEqual({
            value: settings,
            adaptions: [],
          });
        },
      ),
    );
  });

  test('pair uplinks with uplinks', () => {
    const pairs = matchPorts(capsOf('NL-SW24P'), capsOf('NL-SW8P'));
    expect([pairs.get('p8'), pairs.get('p9'), pairs.get('p25'), pairs.get('p28')]).toEqual([
      'p8',
      undefined,
      'p9',
      undefined,
    ]);
  });
});

const wirelessScope = (caps: Capabilities): NetworkRuleScope =>
  ({
    wireless: {
      netMode: 0,
      hasGateway: true,
      country: 'DE',
      devices: [{ id: 'ap', name: 'Lobby', model: '', radios: caps.radios, countries: caps.countries }],
    },
  }) as never;

describe('the radios of an access point', () => {
  test('with one radio of 5 GHz get the settings of the first of two', () => {
    expect([...matchRadios(capsOf('NL-AP6CPRO'), capsOf('NL-AP6C'))]).toEqual([
      ['radio0', 'radio0'],
      ['radio1', 'radio1'],
    ]);
  });

  test('lose those that the new model does not have, and the Wi-Fi networks on them', () => {
    const radio = (radioId: string, channel: number) => ({
      deviceId: 'ap',
      radioId,
      channel,
      widthMhz: 20 as const,
      powerDbm: 'auto' as const,
    });
    const policy = (name: string, bands: string[]) => ({ name, bands, devices: ['ap'] }) as never;
    const wireless: WirelessConfig = {
      policies: [policy('Guests', ['2.4G', '5G']), policy('Fast', ['5G-2'])],
      blacklist: [],
      radios: [radio('radio0', 6), radio('radio1', 36), radio('radio2', 100)],
      countries: [],
    };
    const config: NetworkConfig = { vlans: [], dhcpPools: [], wireless };
    const [from, to] = [capsOf('NL-AP6CPRO'), capsOf('NL-AP6C')];
    const { adaptions, content } = adaptContent(
      { config, devices: [] },
      { id: 'ap', role: 'access-point', from, to },
      { network: wirelessScope(to), settings: { lanAddresses: [] } },
    );
    expect(adaptions).toEqual([
      { part: 'radios', item: 'Radio 5G-2', outcome: 'skipped', reason: 'The new model has no such radio.' },
      {
        part: 'policies',
        item: 'Wi-Fi network Fast',
        outcome: 'skipped',
        reason: 'The new model has no radio for its bands.',
      },
    ]);
    expect(content.config.wireless?.radios.map(({ radioId }) => radioId)).toEqual(['radio0', 'radio1']);
    expect(content.config.wireless?.policies.map(({ devices }) => devices)).toEqual([['ap'], []]);
  });
});
