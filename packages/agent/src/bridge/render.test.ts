import { findCapabilities } from '@northlight/contract';
import type { Capabilities, ConfigBridge, DeviceConfig } from '@northlight/contract/device-protocol';
import { describe, expect, it } from 'vitest';
import { EncodingRefused } from '../system/encode.ts';
import { renderBridgeNft } from './bridge-nft.ts';
import { type BridgeMachine, renderBridge } from './render.ts';

const MACHINE: BridgeMachine = {
  caps: findCapabilities('NL-LCPE') as Capabilities,
  management: { mode: 'dhcp', vlanId: 1 },
  controlDir: '/run/northlight/a/air',
  acceptFile: '/var/lib/northlight/air/accepted',
};
const shared = {
  ssid: 'Barn "1"',
  key: 'a "quoted" key',
  widthMhz: 40,
  powerDbm: 'auto',
  distanceMetres: 300,
  vlans: 'all',
} as const;
const BASE = { mode: 'base', ...shared, channel: 36, maxClients: 4 } satisfies ConfigBridge;
const withBridge = (bridge: ConfigBridge, own: Partial<DeviceConfig> = {}): DeviceConfig => ({
  vlans: [],
  dhcpPools: [],
  bridge,
  ...own,
});

describe('the configuration of a bridge', () => {
  it('renders a base with four addresses, WPA2 and its number of clients', () => {
    const { end, management } = renderBridge(withBridge(BASE), MACHINE);
    expect(end?.lines).toEqual(
      expect.arrayContaining([
        'wds_sta=1',
        'max_num_sta=4',
        'wpa_key_mgmt=WPA-PSK',
        'wpa_passphrase=a "quoted" key',
        `ssid2=${Buffer.from('Barn "1"').toString('hex')}`,
        'macaddr_acl=0',
      ]),
    );
    expect(management).toMatchObject({ device: 'nlbr0', vlanId: undefined });
  });

  it('accepts only the locked peers: by a list at the base, by the address of the base at a client', () => {
    const peers = ['02:00:00:00:0C:02'];
    const base = renderBridge(withBridge({ ...BASE, peers }), MACHINE).end;
    expect(base?.lines).toContain('accept_mac_file=/var/lib/northlight/air/accepted');
    expect(base?.accepted).toEqual(['02:00:00:00:0c:02']);
    const client = renderBridge(withBridge({ mode: 'client', ...shared, peers }), MACHINE).end;
    expect(client?.lines).toContain('bssid=02:00:00:00:0c:02');
    expect(client?.lines).toContain('psk="a "quoted" key"');
  });

  it('uses an interface of the management VLAN', () => {
    const management = { mode: 'dhcp', vlanId: 20 } as const;
    expect(renderBridge(withBridge(BASE, { management }), MACHINE).management).toMatchObject({
      device: 'nlmg20',
      vlanId: 20,
    });
  });

  it('has no link without a bridge part', () => {
    expect(renderBridge({ vlans: [], dhcpPools: [] }, MACHINE).end).toBeUndefined();
  });

  it.each<[string, Partial<typeof BASE> | { vlans: number[] } | { peers: string[] }, string]>([
    ['a key with a line break', { key: 'password\nssid=x' as 'a "quoted" key' }, 'bridge.key'],
    ['a key that is too short', { key: 'short' as 'a "quoted" key' }, 'bridge.key'],
    ['an SSID without characters', { ssid: '' as 'Barn "1"' }, 'bridge.ssid'],
    ['a VLAN outside the range', { vlans: [4095] }, 'bridge.vlans.0'],
    ['a multicast address as peer', { peers: ['01:00:00:00:00:00'] }, 'bridge.peers.0'],
    ['a distance of 0', { distanceMetres: 0 as 300 }, 'bridge.distanceMetres'],
  ])('refuses %s with its path', (_title, own, path) => {
    expect(() => renderBridge(withBridge({ ...BASE, ...own }), MACHINE)).toThrow(
      expect.objectContaining({ path }) as EncodingRefused,
    );
  });

  it('filters VLANs only when the link carries some of them', () => {
    const rules = (vlans: readonly number[] | undefined) =>
      renderBridgeNft(vlans).nftables.filter((each) => JSON.stringify(each).includes('"rule"'));
    expect(rules(undefined)).toEqual([]);
    expect(JSON.stringify(rules([10, 20]))).toContain('"set":[10,20]');
    // Without VLANs, every tagged frame is dropped.
    expect(JSON.stringify(rules([]))).not.toContain('"set"');
  });
});
