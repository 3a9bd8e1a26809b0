import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { VlanField, VlansField } from './VlanFields.tsx';

const NETWORKS = [
  { id: 1, name: 'LAN' },
  { id: 10, name: 'Rooms' },
  { id: 20, name: 'Guests' },
];

function Fields() {
  const [one, setOne] = useState('1');
  const [several, setSeveral] = useState('20');
  return (
    <>
      <VlanField label="VLAN" networks={NETWORKS} value={one} onChange={setOne} />
      <VlansField label="Tagged VLANs" networks={NETWORKS} value={several} onChange={setSeveral} />
      <output>{`${one} / ${several}`}</output>
    </>
  );
}

const output = page.getByRole('status');

describe('the fields of VLANs', () => {
  it('select VLANs by the names of their networks', async () => {
    await render(<Fields />);
    const one = page.getByRole('combobox', { name: 'VLAN', exact: true });
    await expect.element(one).toHaveValue('1 LAN');
    await one.fill('roo');
    await page.getByRole('option', { name: '10 Rooms' }).click();
    await page.getByRole('combobox', { name: 'Tagged VLANs' }).click();
    await page.getByRole('option', { name: '1 LAN' }).click();
    await expect.element(output).toHaveTextContent('10 / 1,20');
  });

  it('accept IDs and ranges that are not on the gateway', async () => {
    await render(<Fields />);
    await page.getByRole('combobox', { name: 'VLAN', exact: true }).fill('77');
    await page.getByRole('option', { name: '77, not on the gateway' }).click();
    await page.getByRole('combobox', { name: 'Tagged VLANs' }).fill('30-31');
    await userEvent.tab();
    await expect.element(output).toHaveTextContent('77 / 20,30-31');
  });
});
