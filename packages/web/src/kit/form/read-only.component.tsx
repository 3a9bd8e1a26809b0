import type { Permission } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { deny } from '../controls/GatedButton.tsx';
import { render } from '../../testing/render.tsx';
import {
  CheckboxesField,
  CheckboxField,
  ChoiceField,
  MultiSelectField,
  NumberField,
  PasswordField,
  RadioButtonsField,
  SelectField,
  SwitchField,
  TextField,
} from './fields.tsx';
import { FieldRow, FieldSet } from './FieldSet.tsx';
import { Ipv4Field } from './typed-fields.tsx';
import { PrefixField } from './PrefixField.tsx';
import { EditOnly, ReadOnlyReason, ReadOnlyScope } from './read-only.tsx';

const DENIED = deny('The project is in read-only share mode.');
const ALLOWED: Permission = { allowed: true };
const MODES = [
  { value: 'dhcp', label: 'Dynamic IP' },
  { value: 'static', label: 'Static IP', disabled: true },
];
const ignore = (): void => undefined;

/** A form with a field of each kind, with the values of a stored item. */
function EveryField({ can }: { readonly can: Permission }) {
  return (
    <ReadOnlyScope can={can}>
      <ReadOnlyReason />
      <FieldSet>
        <FieldRow>
          <TextField label="Name" description="Up to 32 characters" value="Lobby" onChange={ignore} />
          <TextField aria-label="Remark" value="" onChange={ignore} />
        </FieldRow>
        <Ipv4Field label="Primary DNS" empty="From the ISP" value="" onChange={ignore} />
        <PrefixField value={24} onChange={ignore} />
        <NumberField label="Clients" value={32} onChange={ignore} />
        <NumberField label="Limit" empty="No limit" value="" onChange={ignore} />
        <SelectField label="VLAN" data={[{ group: 'Inside', items: MODES }]} value="dhcp" />
        <SelectField label="Priority" data={['4096', '8192']} value="8192" />
        <SelectField label="Target" data={MODES} value={null} />
        <MultiSelectField label="Ports" data={MODES} value={['static', 'gone']} />
        <SwitchField label="Guests" checked onChange={ignore} />
        <CheckboxField label="Hidden" checked={false} onChange={ignore} />
        <CheckboxesField label="Bands" options={MODES} value={['dhcp', 'static']} onChange={ignore} />
        <RadioButtonsField label="Connection" options={MODES} value="static" onChange={ignore} />
        <ChoiceField label="Mode" data={MODES} value="dhcp" onChange={ignore} />
        <PasswordField label="Password" isSet value="" onChange={ignore} />
        <PasswordField label="RADIUS password" isSet={false} value="" onChange={ignore} />
      </FieldSet>
      <EditOnly>
        <button type="submit">Add to draft</button>
      </EditOnly>
    </ReadOnlyScope>
  );
}

/** Returns the text of a read-only field without its label. */
const readValue = (label: string): string | undefined =>
  page.getByRole('group', { name: label, exact: true }).element().children[1]?.textContent;

describe('fields in a read-only scope', () => {
  it.each([
    ['Name', 'Lobby'],
    ['Remark', 'Not set'],
    ['Primary DNS', 'From the ISP'],
    ['Mask', '/24  255.255.255.0'],
    ['Clients', '32'],
    ['Limit', 'No limit'],
    ['VLAN', 'Dynamic IP'],
    ['Priority', '8192'],
    ['Target', 'Not set'],
    ['Ports', 'Static IP, gone'],
    ['Guests', 'On'],
    ['Hidden', 'No'],
    ['Bands', 'Dynamic IP, Static IP'],
    ['Connection', 'Static IP'],
    ['Mode', 'Dynamic IP'],
    ['Password', 'Set, hidden'],
    ['RADIUS password', 'Not set'],
  ])('show %s as text: %s', async (label, text) => {
    await render(<EveryField can={DENIED} />);
    expect(readValue(label)).toBe(text);
  });

  it('contain no control and no help for editing, and state the reason once', async () => {
    await render(<EveryField can={DENIED} />);
    await expect.element(page.getByText('The project is in read-only share mode.')).toBeVisible();
    expect(document.querySelectorAll('input, button, select, textarea')).toHaveLength(0);
    await expect.element(page.getByText('Up to 32 characters')).not.toBeInTheDocument();
  });

  it('show an error that a device reported about the value', async () => {
    await render(
      <ReadOnlyScope can={DENIED}>
        <TextField label="SSID" value="Lobby" error="The radio refused it." onChange={ignore} />
      </ReadOnlyScope>,
    );
    await expect
      .element(page.getByRole('group', { name: 'SSID' }))
      .toHaveTextContent('LobbyThe radio refused it.');
  });
});

describe('fields that can be edited', () => {
  it('are inputs, and show no reason', async () => {
    await render(<EveryField can={ALLOWED} />);
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Lobby');
    await expect.element(page.getByText('Up to 32 characters')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Static IP' }).first()).toBeChecked();
    await expect.element(page.getByRole('button', { name: 'Add to draft' })).toBeVisible();
    await expect.element(page.getByText('read-only share mode')).not.toBeInTheDocument();
  });
});
