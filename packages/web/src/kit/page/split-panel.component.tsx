import { Button, Menu, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { InlineEdit } from '../controls/InlineEdit.tsx';
import { SplitPanel } from './SplitPanel.tsx';

function PanelWithLayers() {
  const [isOpen, setOpen] = useState(true);
  const panel = (
    <>
      <Tooltip label="Explains the button" openDelay={0}>
        <Button>Explained</Button>
      </Tooltip>
      <InlineEdit
        value="Hall"
        label="Name"
        can={{ allowed: true }}
        maxLength={30}
        onSave={() => Promise.resolve(undefined)}
      />
      <Menu>
        <Menu.Target>
          <Button>Choices</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>First</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
  return (
    <SplitPanel label="Device" title="Hall" panel={isOpen && panel} onClose={() => setOpen(false)}>
      <p>List</p>
    </SplitPanel>
  );
}

const isOpen = () => page.getByRole('complementary', { name: 'Device' }).query() !== null;

describe('Escape in a panel', () => {
  beforeEach(() => render(<PanelWithLayers />));

  it('closes the panel, also while a tooltip is shown', async () => {
    await page.getByRole('button', { name: 'Explained' }).click();
    await expect.element(page.getByRole('tooltip')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(isOpen).toBe(false);
  });

  it('closes an open field first', async () => {
    await page.getByRole('button', { name: 'Change name' }).click();
    await expect.element(page.getByRole('textbox')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
    expect(isOpen()).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.poll(isOpen).toBe(false);
  });

  it('closes an open menu first', async () => {
    await page.getByRole('button', { name: 'Choices' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'First' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menuitem', { name: 'First' })).not.toBeInTheDocument();
    expect(isOpen()).toBe(true);
  });
});
