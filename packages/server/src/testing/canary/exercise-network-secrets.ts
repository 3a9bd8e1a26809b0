import { randomBytes } from 'node:crypto';
import type { NetworkConfig, WifiPolicy } from '@northlight/contract';
import { createProject, type TestServer } from '../test-server.ts';
import type { CapturingBrowser } from './capturing-browser.ts';
import { exerciseBackupSecrets } from './exercise-backup-secrets.ts';
import type { KeepSecret } from './exercise-secrets.ts';

const POLICY = {
  enabled: true,
  hidden: false,
  bands: ['2.4G', '5G'] as const,
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
} as const;
const AES = { ciphers: ['AES'] as ['AES'], keyUpdateSeconds: 0 };

/** Saves as a draft, reviews and applies a network configuration with every secret that it can have, then uses a template. */
export async function exerciseNetworkSecrets(
  world: TestServer,
  browser: CapturingBrowser,
  keep: KeepSecret,
): Promise<void> {
  const { id: projectId } = await createProject(browser, { devicePassword: 'Str0ng!Device' });
  const params = { projectId };
  const models = ['NL-GW5', 'NL-AP6C', 'NL-CPE5', 'NL-CPE5'];
  const bases = await world.register(...models.map((model) => ({ model })));
  const ids: string[] = [];
  for (const { claimCode, sn } of bases)
    ids.push((await browser.call('deviceAdd', { params, body: { sn, claimCode } })).id);

  const config = (name: string): NetworkConfig => {
    const policies: WifiPolicy[] = [
      {
        ...POLICY,
        bands: [...POLICY.bands],
        shutdowns: [],
        id: 'staff',
        name: 'Staff',
        ssid: 'Staff',
        security: { mode: 'wpa2-psk', ...AES, key: keep(`Wi-Fi key of the ${name}`) },
      },
      {
        ...POLICY,
        bands: [...POLICY.bands],
        shutdowns: [],
        id: 'office',
        name: 'Office',
        ssid: 'Office',
        security: {
          mode: 'wpa2',
          ...AES,
          radius: { ip: '192.168.1.9', port: 1812, secret: keep(`RADIUS secret of the ${name}`) },
        },
      },
    ];
    return {
      vlans: [],
      dhcpPools: [],
      lan: { ip: '192.168.1.1', prefix: 24 },
      wan: [
        {
          mode: 'pppoe',
          port: 'wan1',
          lines: [{ user: 'hotel@isp', password: keep(`PPPoE password of the ${name}`) }],
          dns: [],
        },
      ],
      wireless: { policies, blacklist: [], radios: [], countries: [] },
      bridgeLinks: [
        {
          id: 'barn',
          name: 'Barn',
          baseId: ids[2] ?? '',
          clientIds: [ids[3] ?? ''],
          ssid: 'Barn link',
          key: keep(`bridge key of the ${name}`),
          channel: 100,
          widthMhz: 40,
          powerDbm: 'auto',
          distanceMetres: 300,
          maxClients: 2,
          peerLock: true,
          vlans: 'all',
        },
      ],
    };
  };
  await browser.call('networkDraftSave', {
    params,
    body: { version: 0, baseVersion: 0, config: config('draft') },
  });
  await browser.call('networkConfigReview', { params, body: { baseVersion: 0, config: config('review') } });
  await browser.call('networkConfigApply', { params, body: { baseVersion: 0, config: config('change') } });
  await exerciseBackupSecrets(browser, { projectId, deviceId: ids[0] ?? '' }, keep);

  const { id } = await browser.call('templateCreate', {
    body: {
      projectId,
      name: `Canary ${randomBytes(4).toString('hex')}`,
      vlans: [],
      pools: [],
      policies: ['staff'],
    },
  });
  await browser.call('templateChange', {
    params: { templateId: id },
    body: { secret: { policyId: 'staff', value: keep('Wi-Fi key of a template') } },
  });
}
