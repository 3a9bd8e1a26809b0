import type { OnlineClient } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DataGrid } from '../kit/grid/index.ts';
import { render } from '../testing/render.tsx';
import { createClientColumns } from './columns.tsx';

const NOW = new Date().toISOString();
const createClient = (mac: string, values: Partial<OnlineClient>): OnlineClient => ({
  mac,
  name: mac,
  device: { id: 'switch', name: 'Switch' },
  online: true,
  connectedAt: NOW,
  lastSeenAt: NOW,
  ...values,
});

const CLIENTS = [
  createClient('staffed', { ip: '10.10.20.7', vlan: 20, txRateKbps: 2_400, rxRateKbps: 12 }),
  createClient('stranded', { ip: '169.254.7.9', vlan: 99 }),
];

const renderList = (vlanNames: ReadonlyMap<number, string> | undefined) =>
  render(
    <div style={{ width: 2200, height: 300, display: 'flex' }}>
      <DataGrid
        id="clients"
        label="Clients"
        noun="client"
        rows={CLIENTS}
        columns={createClientColumns('UTC', vlanNames)}
        rowId={({ mac }) => mac}
        rowName={({ mac }) => mac}
        empty={null}
      />
    </div>,
  );

/** Returns the texts of a client's address, VLAN and rates. */
const readCells = (name: string): (string | null)[] => {
  const row = page.getByRole('row', { name }).element();
  const cells = [...row.querySelectorAll('[role="gridcell"]')].map(({ textContent }) => textContent);
  return [2, 3, 8, 9].map((index) => cells[index] ?? null);
};

it('names the VLAN, and marks a VLAN that the gateway does not have and a missing address', async () => {
  await renderList(new Map([[20, 'Staff']]));
  await expect.poll(() => readCells('staffed')).toEqual(['10.10.20.7', '20 Staff', '2.4', '0']);
  await expect.element(page.getByRole('row', { name: 'stranded' })).toHaveTextContent('No address');
  expect(readCells('stranded')).toEqual(['169.254.7.9', '99 not on gateway', '–', '–']);
});

it('shows the number of a VLAN alone in a project without a gateway', async () => {
  await renderList(undefined);
  await expect.poll(() => readCells('stranded')[1]).toBe('99');
});
