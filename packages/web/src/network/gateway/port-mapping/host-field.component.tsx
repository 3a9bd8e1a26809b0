import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { HostField } from './HostField.tsx';

const CLIENTS = [
  { mac: '02:00:00:00:00:01', name: 'Reception PC', ip: '192.168.1.20' },
  { mac: '02:00:00:00:00:02', name: 'Lobby camera', ip: '192.168.1.21' },
  { mac: '02:00:00:00:00:03', name: '', ip: '192.168.1.22' },
  { mac: '02:00:00:00:00:04', name: 'Without address' },
];

function Form() {
  const [value, setValue] = useState('');
  return <HostField label="Internal address" clients={CLIENTS} value={value} onChange={setValue} />;
}

const field = page.getByRole('combobox', { name: 'Internal address' });

describe('the field of a host', () => {
  it('suggests the clients that have an address, and enters the address of the chosen client', async () => {
    await render(<Form />);
    await field.click();
    await expect.poll(() => page.getByRole('option').all().length).toBe(3);
    await field.fill('camera');
    await page.getByRole('option', { name: 'Lobby camera' }).click();
    await expect.element(field).toHaveValue('192.168.1.21');
  });

  it('finds a client without a name by its MAC address, and accepts any other address', async () => {
    await render(<Form />);
    await field.fill('00:03');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(field).toHaveValue('192.168.1.22');
    await field.fill('10.9.8.7');
    await userEvent.keyboard('{Tab}');
    await expect.element(field).toHaveValue('10.9.8.7');
  });
});
