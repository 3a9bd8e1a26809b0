import {
  type BridgeLink,
  chooseRole,
  type DeviceRole,
  EMPTY_WIRELESS,
  findCapabilities,
  fitsNetMode,
  isBroadcastRole,
  isGatewayRole,
  listLinkRoles,
  MODELS,
  type NetworkConfig,
  NET_MODES,
} from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildDesiredConfiguration } from './desired.ts';

const PROJECTS = 60;

interface Member {
  readonly id: string;
  readonly caps: Capabilities;
  readonly role: DeviceRole;
}

/** Adds devices of these models to an empty project, as far as it accepts them. */
function addDevices(models: readonly string[], netMode: number): Member[] {
  const members: Member[] = [];
  for (const [index, model] of models.entries()) {
    const caps = findCapabilities(model);
    if (!caps || !fitsNetMode(caps.kind, netMode)) continue;
    const role = chooseRole(
      caps,
      netMode,
      members.map((member) => member.role),
    );
    if (isGatewayRole(role) && members.some((member) => isGatewayRole(member.role))) continue;
    members.push({ id: `device-${index}`, caps, role });
  }
  return members;
}

const VLAN = { id: 20, name: 'Staff', ip: '10.0.20.1', prefix: 24, ports: [] };
const pool = (vlanId: number) => ({
  name: `pool_${vlanId}`,
  vlanId,
  start: `10.0.${vlanId}.100`,
  end: `10.0.${vlanId}.199`,
  dns: [],
  leaseMinutes: 60,
});
const policy = (devices: 'all' | string[]): NonNullable<NetworkConfig['wireless']>['policies'][number] => ({
  id: 'staff',
  name: 'Staff',
  enabled: true,
  ssid: 'Staff',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'open' },
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices,
  maxClients: 64,
});

/** Connects each base with the next client; bridges that remain are in no link. */
function linkBridges(members: readonly Member[]): BridgeLink[] {
  const [bases, clients] = (['bridge-base', 'bridge-client'] as const).map((role) =>
    members.filter((member) => member.role === role),
  );
  return (bases ?? []).flatMap(({ id: baseId }, index): BridgeLink[] => {
    const client = clients?.[index];
    return client
      ? [
          {
            id: `link${index}`,
            name: `Link ${index}`,
            baseId,
            clientIds: [client.id],
            ssid: `Link ${index}`,
            key: 'a long passphrase',
            channel: 'auto',
            widthMhz: 'auto',
            powerDbm: 'auto',
            distanceMetres: 300,
            maxClients: 1,
            peerLock: true,
            vlans: 'all',
          },
        ]
      : [];
  });
}

test(`gives the devices of ${PROJECTS} mixed projects what their roles and capabilities require`, () => {
  const model = fc.constantFrom(...MODELS.map(({ prefix }) => prefix));
  const project = fc.record({
    netMode: fc.constantFrom(NET_MODES.wlan, NET_MODES.mesh),
    models: fc.array(model, { minLength: 1, maxLength: 30 }),
  });
  fc.assert(
    fc.property(project, ({ models, netMode }) => {
      const members = addDevices(models, netMode);
      const config: NetworkConfig = {
        vlans: [VLAN],
        lan: { ip: '10.0.1.1', prefix: 24 },
        dhcpPools: [pool(1), pool(20)],
        wireless: { ...EMPTY_WIRELESS, policies: [policy('all')] },
        bridgeLinks: linkBridges(members),
      };
      const linked = listLinkRoles(config.bridgeLinks);
      const desired = members.map((member) => ({
        ...member,
        document: buildDesiredConfiguration(member, {
          config,
          project: { net_mode: netMode, country: 'Portugal', time_zone: 'Europe/Lisbon' },
          settings: undefined,
          macs: new Map(members.map(({ id }) => [id, `mac of ${id}`])),
          localPassword: undefined,
        }),
      }));
      const servers = desired.filter(({ document }) => (document?.dhcpPools.length ?? 0) > 0);
      expect(servers.map(({ id }) => id)).toEqual(
        members.filter(({ role }) => isGatewayRole(role)).map(({ id }) => id),
      );
      for (const { caps, document, id, role } of desired) {
        const has = (feature: Capabilities['features'][number]) => caps.features.includes(feature);
        const listed = document?.vlans.map(({ id }) => id) ?? [];
        const mode = document?.bridge && `bridge-${document.bridge.mode}`;
        expect(mode).toBe(linked.get(id));
        expect(listed.includes(20)).toBe(has('vlan'));
        expect(listed.includes(1)).toBe(isGatewayRole(role));
        const broadcasts = (document?.wireless?.wlans.length ?? 0) > 0;
        expect(broadcasts).toBe(has('wifi') && isBroadcastRole(role));
      }
    }),
    { numRuns: PROJECTS, seed: 20261125 },
  );
});
