import type { TestBrowser } from '@northlight/server/testing';
import type { Product } from './seed.ts';

let numbers = 0;

/** Switches on an access point that presents the account's cloud code; returns its serial number. */
export async function switchOnPendingDevice({ env }: Product, api: TestBrowser): Promise<string> {
  const { cloudCode } = await api.call('cloudCodeGet', {});
  const number = ++numbers;
  const sn = `NLE2EWAITING000${number}`;
  const ip = `192.168.1.${10 + number}`;
  const device = { sn, mac: `02:4e:4c:ee:00:0${number}`, model: 'NL-AP6C', name: sn, vlan: 1, ip, cloudCode };
  const place = { name: 'Waiting', seed: number, zoneHours: 0, day: 'steady' } as const;
  await env.fleet({ ...place, devices: [device], clients: [] });
  return sn;
}
