import { findCapabilities } from '@northlight/contract';
import {
  deviceName,
  ipv4,
  macAddress,
  managementAddress,
  serialNumber,
  ssid,
} from '@northlight/contract/net';
import { describe, expect, it, test } from 'vitest';
import type { SiteSpec } from '../spec.ts';
import { BRIDGE_PORT } from '../bridge/bridge-links.ts';
import { describeSite, createFleetSite } from './index.ts';

const getModelKind = (model: string) => findCapabilities(model)?.kind ?? 'unknown';

function counts({ devices }: SiteSpec): Record<string, number> {
  const result: Record<string, number> = {};
  for (const { model } of devices) result[getModelKind(model)] = (result[getModelKind(model)] ?? 0) + 1;
  return result;
}

describe('sites', () => {
  it('contain the documented devices', () => {
    expect(counts(describeSite('hotel', 1))).toEqual({
      gateway: 1,
      switch: 8,
      ap: 40,
      nvr: 2,
      ipc: 12,
      cpe: 2,
    });
    expect(
      describeSite('hotel', 1).devices.filter(({ model }) => findCapabilities(model)?.tier === 'core'),
    ).toHaveLength(2);
    expect(describeSite('mesh-house', 1).devices.map(({ meshRole }) => meshRole)).toEqual([
      'primary',
      ...Array<string>(5).fill('secondary'),
    ]);
    expect(describeSite('hotel', 1).clients.length).toBeGreaterThan(400);
  });

  it('are the same for the same seed, and different for another seed', () => {
    expect(describeSite('hotel', 7)).toEqual(describeSite('hotel', 7));
    expect(describeSite('hotel', 7).devices[0]?.sn).not.toBe(describeSite('hotel', 8).devices[0]?.sn);
  });

  test.each([
    ['hotel', describeSite('hotel', 3)],
    ['mesh house', describeSite('mesh-house', 3)],
    ['fleet', createFleetSite(200, 3)],
  ])('%s follows the rules of the contract', (_kind, site) => {
    const { devices, clients } = site;
    for (const device of devices) {
      expect(serialNumber.parse(device.sn)).toBe(device.sn);
      expect(macAddress.parse(device.mac)).toBe(device.mac);
      expect(deviceName.safeParse(device.name).success, device.name).toBe(true);
      expect(managementAddress.safeParse(device.ip).success, device.ip).toBe(true);
      expect(findCapabilities(device.model), device.model).toBeDefined();
      if (device.uplink) expect(devices.some(({ sn }) => sn === device.uplink?.sn)).toBe(true);
    }
    for (const client of clients) {
      expect(ipv4.safeParse(client.ip).success, client.ip).toBe(true);
      if (client.ssid) expect(ssid.safeParse(client.ssid).success).toBe(true);
    }
    const macs = [...devices, ...clients].map(({ mac }) => mac);
    expect(new Set(macs).size).toBe(macs.length);
    const addresses = [...devices, ...clients].map(({ ip }) => ip);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(new Set(devices.map(({ sn }) => sn)).size).toBe(devices.length);
  });

  it('connect each device to an existing port of its uplink, one device per port', () => {
    const { devices, clients } = describeSite('hotel', 3);
    const uplinks = [
      ...devices.flatMap(({ uplink }) => (uplink ? [uplink] : [])),
      ...clients.flatMap(({ port }) => (port ? [port] : [])),
    ];
    expect(new Set(uplinks.map(({ sn, port }) => `${sn} ${port}`)).size).toBe(uplinks.length);
    for (const { sn, port } of uplinks) {
      if (port === BRIDGE_PORT) continue;
      const model = devices.find((device) => device.sn === sn)?.model ?? '';
      expect(
        findCapabilities(model)?.ports.some(({ id }) => id === port),
        `${model} ${port}`,
      ).toBe(true);
    }
  });
});
