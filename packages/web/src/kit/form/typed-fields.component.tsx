import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { CodeField, Ipv4Field, MacField } from './typed-fields.tsx';

/** Fields of a form with an address, its mask and a MAC address; shows their values. */
function Form() {
  const [ip, setIp] = useState('');
  const [prefix, setPrefix] = useState(30);
  const [mac, setMac] = useState('');
  return (
    <>
      <Ipv4Field
        label="Address"
        value={ip}
        onChange={({ currentTarget }) => setIp(currentTarget.value)}
        onNetwork={(network) => {
          setIp(network.ip);
          setPrefix(network.prefix);
        }}
      />
      <MacField label="MAC" value={mac} onChange={({ currentTarget }) => setMac(currentTarget.value)} />
      <CodeField label="SSID" />
      <output>{`${ip} ${prefix} ${mac}`}</output>
    </>
  );
}

const address = page.getByLabelText('Address');
const mac = page.getByLabelText('MAC');

it('cleans an address and a MAC address, without cutting them', async () => {
  await render(<Form />);
  await address.fill(' \u200b192,168,30,1\u00a0');
  await mac.fill(' \u00a002-F1-E1-00-00-04');
  await expect.element(page.getByRole('status')).toHaveTextContent('192.168.30.1 30 02-F1-E1-00-00-04');
});

it('splits an address with a mask when the user leaves the field, or presses Enter', async () => {
  await render(<Form />);
  await address.click();
  await userEvent.keyboard('192.168.30.1/24');
  await expect.element(address).toHaveValue('192.168.30.1/24');
  await mac.click();
  await expect.element(page.getByRole('status')).toHaveTextContent('192.168.30.1 24');
  await address.fill('10.0.0.1 255.0.0.0');
  await address.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status')).toHaveTextContent('10.0.0.1 8');
});

it('splits a pasted address with a mask at once', async () => {
  await render(<Form />);
  await mac.fill('192.168.30.1/24');
  await mac.click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.cut();
  await address.click();
  await userEvent.paste();
  await expect.element(page.getByRole('status')).toHaveTextContent('192.168.30.1 24');
});

it('has the full keyboard and no corrections for codes', async () => {
  await render(<Form />);
  for (const label of ['Address', 'MAC', 'SSID']) {
    const input = page.getByLabelText(label);
    await expect.element(input).toHaveAttribute('autocapitalize', 'none');
    await expect.element(input).toHaveAttribute('autocorrect', 'off');
    await expect.element(input).toHaveAttribute('spellcheck', 'false');
    await expect.element(input).not.toHaveAttribute('inputmode');
    await expect.element(input).not.toHaveAttribute('maxlength');
  }
});
