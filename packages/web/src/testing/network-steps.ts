/** Steps of the pages of the gateway's configuration. */
import type { NetworkConfig } from '@northlight/contract';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { findButton, stage } from './steps.ts';

/** Creates a VLAN with the network 192.168.`id`.0/24 and no ports. */
export const createVlan = (id: number, name: string): NetworkConfig['vlans'][number] => ({
  id,
  name,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports: [],
});

/** Opens another page of the gateway's configuration in the menu. */
export const openPart = (title: string): Promise<void> =>
  page.getByRole('link', { name: title, exact: true }).click();

/** Turns off the DHCP server of the VLAN in the open form, so that the VLAN is the only staged change. */
export async function turnOffDhcp(): Promise<void> {
  const dhcp = page.getByRole('switch', { name: 'DHCP server' });
  await dhcp.click({ force: true });
  await expect.element(dhcp).not.toBeChecked();
}

/** Opens the form of a new VLAN without DHCP and fills in its fields. */
export async function fillVlan(id: number, name: string): Promise<void> {
  await findButton('Add VLAN').first().click();
  await page.getByLabelText('VLAN ID').fill(String(id));
  await page.getByLabelText('Name', { exact: true }).fill(name);
  await page.getByLabelText('Gateway IP').fill(`192.168.${id}.1`);
  await turnOffDhcp();
}

/** Adds a new VLAN without DHCP to the draft. */
export async function addVlan(id: number, name: string): Promise<void> {
  await fillVlan(id, name);
  await stage();
}
