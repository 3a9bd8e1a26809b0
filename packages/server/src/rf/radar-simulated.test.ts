/** Radar at a simulated access point of an office: the device moves by itself, and the cloud agrees with it. */
import { EMPTY_WIRELESS, type WifiPolicy } from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import { expect, inject, test } from 'vitest';
import { startTestServer } from '../testing/index.ts';
import { createLivingSite } from '../topology/testing/living-site.ts';

const NAME = 'AP-1';
const POLICY: WifiPolicy = {
  id: 'staff',
  name: 'Staff',
  enabled: true,
  ssid: 'Office',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'open' },
  maxClients: 64,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
};

test(
  'a simulated radio that finds radar works on the replacement until the ban ends',
  { tags: ['proof'], timeout: 180_000 },
  async () => {
    await using world = await startTestServer(inject('databaseUrl'));
    const owner = await world.signedUp();
    await using living = await createLivingSite(world, owner, 5);
    const { params } = living;
    const device = living.find(NAME);
    const { items } = await owner.call('deviceList', { params });
    const id = items.find(({ name }) => name === NAME)?.id ?? '';
    const read = async () => {
      const detail = await owner.call('deviceGet', { params: { ...params, deviceId: id } });
      const { devices } = await owner.call('networkDeliveryGet', { params });
      const radio = detail.radios.find((each) => each.id === 'radio1');
      return {
        channel: radio?.channel,
        bans: radio?.radarBans?.map(({ channels }) => channels),
        delivery: devices.find((each) => each.id === id)?.state,
        pushed: device.config.wireless?.radios.find((each) => each.id === 'radio1')?.channel,
      };
    };
    const { config, version } = await owner.call('networkConfigGet', { params });
    const setting = {
      deviceId: id,
      radioId: 'radio1',
      channel: 100,
      widthMhz: 80,
      powerDbm: 'auto',
    } as const;
    await owner.call('networkConfigApply', {
      params,
      body: {
        baseVersion: version,
        config: { ...config, wireless: { ...EMPTY_WIRELESS, policies: [POLICY], radios: [setting] } },
      },
    });
    await living.pass(5 * MINUTE_MS);
    const usual = { channel: 100, bans: undefined, delivery: 'confirmed', pushed: 100 };
    expect(await read()).toEqual(usual);

    const foundAt = world.clock.now();
    device.avoidRadar('radio1', [100, 104, 108, 112], foundAt + 30 * MINUTE_MS);
    await living.pass(3 * MINUTE_MS);
    expect(await read()).toEqual({
      channel: 36,
      bans: [[100, 104, 108, 112]],
      delivery: 'confirmed',
      pushed: 36,
    });
    await living.pass(foundAt + 29 * MINUTE_MS - world.clock.now());
    expect(await read()).toMatchObject({ channel: 36, delivery: 'confirmed', pushed: 36 });
    await living.pass(3 * MINUTE_MS);
    expect(await read()).toEqual(usual);
  },
);
