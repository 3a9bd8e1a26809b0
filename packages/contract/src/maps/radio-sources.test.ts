import { describe, expect, test } from 'vitest';
import { DEFAULT_MATERIALS } from './materials.ts';
import { getFrequencyMhz, listRadioSources, listWallSegments } from './radio-sources.ts';
import type { MapDevice } from './schema.ts';
import { createWall, DEVICE, PLAN, PLANNED } from './testing/plans.ts';

const AP: MapDevice = {
  id: DEVICE.deviceId,
  name: 'Hall',
  model: 'NL-AP6C',
  kind: 'ap',
  state: 1,
  radios: [
    { id: 'radio0', band: '2.4G', maxPowerDbm: 20, up: true, channel: 6, widthMhz: 20, powerDbm: 14 },
    { id: 'radio1', band: '5G', maxPowerDbm: 23 },
  ],
};

describe('a wall', () => {
  test('is split into segments at its doors', () =>
    expect(
      listWallSegments(
        [
          {
            ...createWall('a', 0, 0, 10, 0),
            doors: [
              { fromM: 8, widthM: 2, material: 'door' },
              { fromM: 2, widthM: 1, material: 'door' },
            ],
          },
        ],
        DEFAULT_MATERIALS,
        'ghz5',
      ).map(({ lossDb, x1, x2 }) => [x1, x2, lossDb]),
    ).toEqual([
      [0, 2, 20],
      [2, 3, 6],
      [3, 8, 20],
      [8, 10, 6],
    ]));

  test('has the loss of its material in the band', () => {
    const [first] = DEFAULT_MATERIALS;
    if (!first) throw new Error('There is no material.');
    const materials = [{ ...first, id: 'brick', lossDb: { ghz2: 8, ghz5: 12 } }];
    const read = (band: 'ghz2' | 'ghz5') =>
      listWallSegments([createWall('a', 0, 0, 0, 5)], materials, band).map(({ lossDb }) => lossDb);
    expect([read('ghz2'), read('ghz5')]).toEqual([[8], [12]]);
  });
});

describe('the radios of a floor', () => {
  const list = (device: Partial<MapDevice>, band: 'ghz2' | 'ghz5') =>
    listRadioSources({ devices: [DEVICE], planned: [] }, [{ ...AP, ...device }], band);

  test('have the reported channel and power', () =>
    expect(list({}, 'ghz2')).toMatchObject([
      { name: 'Hall', powerDbm: 14, channel: 6, frequencyMhz: 2_437, widthMhz: 20, isOnAir: true },
    ]));

  test('have the maximum power and the middle of the band without a report', () =>
    expect(list({}, 'ghz5')).toMatchObject([
      { powerDbm: 23, channel: undefined, frequencyMhz: 5_500, widthMhz: 80 },
    ]));

  test('do not work while the device is offline or the radio is off', () => {
    const off = AP.radios.map((radio) => ({ ...radio, up: false }));
    expect(list({ state: 0 }, 'ghz2')).toMatchObject([{ isOnAir: false }]);
    expect(list({ radios: off }, 'ghz2')).toMatchObject([{ isOnAir: false }]);
  });

  test('include those of planned devices, and none of removed ones', () =>
    expect(
      listRadioSources(
        { ...PLAN, planned: [{ ...PLANNED, radios: [{ band: 'ghz5', channel: 36, powerDbm: 17 }] }] },
        [],
        'ghz5',
      ),
    ).toMatchObject([{ name: 'Planned 1', isPlanned: true, powerDbm: 17, frequencyMhz: 5_180 }]));
});

test('channels have the frequencies of IEEE 802.11', () =>
  expect([
    getFrequencyMhz('ghz2', 1),
    getFrequencyMhz('ghz2', 14),
    getFrequencyMhz('ghz5', 36),
    getFrequencyMhz('ghz5', 165),
  ]).toEqual([2_412, 2_484, 5_180, 5_825]));
