import { getDefaultRule } from '@northlight/contract';
import { Table } from '@mantine/core';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { RuleRow } from './RuleRow.tsx';

const DELAY = page.getByRole('cell', { name: '10 min' });

async function renderRow(width: number): Promise<string[]> {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1280, 800));
  const changes: string[] = [];
  await render(
    <Table>
      <Table.Tbody>
        <RuleRow
          rule={getDefaultRule('cpu-high')}
          can={{ allowed: true }}
          onEdit={() => changes.push('edit')}
          onChange={(values) => changes.push(JSON.stringify(values))}
        />
      </Table.Tbody>
    </Table>,
  );
  return changes;
}

it('is one row of values on a desktop', async () => {
  await renderRow(1280);
  await expect.element(DELAY).toBeVisible();
  expect(page.getByRole('button', { name: /^High CPU load/ }).elements()).toHaveLength(0);
});

it('states its severity on a phone, and opens its details', async () => {
  const changes = await renderRow(390);
  const name = page.getByRole('button', { name: 'High CPU load Warning' });
  await expect.element(name).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{Tab}{Tab} ');
  expect(changes).toEqual(['{"enabled":false}']);
  await name.click();
  await expect.element(name).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Edit High CPU load' }).click();
  expect(changes.at(-1)).toBe('edit');
});
