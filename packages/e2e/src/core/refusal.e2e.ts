import type { NetworkConfig } from '@northlight/contract';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../expect.ts';
import { applyNetwork, type Product, startProduct } from '../seed.ts';
import { findRow, waitForRow } from '../steps.ts';

/** Number of VLANs: one more than the access switch supports; the gateway supports all of them. */
const VLANS = 33;
const LOW_VLAN = 5;

let product: Product;

beforeAll(async () => {
  product = await startProduct({ speed: 20 });
});

afterAll(() => product?.[Symbol.asyncDispose]());

function manyVlans(): NetworkConfig {
  const vlans = Array.from({ length: VLANS }, (_each, index) => ({
    id: 100 + index,
    name: `Floor ${index + 1}`,
    ip: `10.${100 + index}.0.1`,
    prefix: 24,
    ports: [],
  }));
  const lobby = { id: LOW_VLAN, name: 'Lobby', ip: '10.5.0.1', prefix: 24, ports: [] };
  return { vlans: [...vlans.slice(1), lobby], dhcpPools: [] };
}

describe('a refused configuration', () => {
  it('is shown with its reason in the job, the list, the panel and an alarm without a reload', async () => {
    const devices = [
      { model: 'NL-GW10', name: 'GW-1' },
      { model: 'NL-SW8P', name: 'SW-1' },
    ];
    await using installer = await product.install({ devices });
    const { page } = installer;
    await waitForRow(page, 'SW-1', 'Online');
    // Applies through the API, so that the page must receive the change by its stream.
    await applyNetwork(installer, manyVlans());
    const jobs = page.getByRole('region', { name: 'Jobs' });
    await jobs.getByText('Confirmed by the device').waitFor({ timeout: 60_000 });
    await jobs.getByText('This model supports at most 32 VLANs.').waitFor();
    await waitForRow(page, 'SW-1', 'Refused');
    await waitForRow(page, 'GW-1', 'Applied');
    await findRow(page, 'SW-1').first().click();
    const panel = page.getByRole('complementary', { name: 'Device' });
    const state = panel.getByRole('region', { name: 'Configuration' });
    await state.getByText('This model supports at most 32 VLANs.').waitFor();
    await page.getByRole('link', { name: 'VLAN', exact: true }).click();
    const note = page.getByRole('alert').filter({ hasText: '1 VLAN not fully applied' });
    await note.getByRole('button', { name: 'VLAN 5' }).click();
    const form = page.getByRole('complementary', { name: 'VLAN' });
    await form.getByText('The device refused the configuration').waitFor();
    const id = form.getByLabel('VLAN ID');
    await expect(id).toHaveAttribute('aria-invalid', 'true');
    await form.getByText('SW-1: The VLAN ID must be between 10 and 4094 on this model.').first().waitFor();
    await id.fill('50');
    await expect(id).not.toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('link', { name: 'Alarm', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Discard your edits?' });
    await question.getByRole('button', { name: 'Discard edits' }).click();
    await waitForRow(page, 'SW-1', /refused/i);
  });
});
