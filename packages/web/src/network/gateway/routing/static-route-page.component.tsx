import type { NetworkConfig } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createDevice } from '../../../testing/fixtures.ts';
import { createNetworkAnswers } from '../../../testing/network-answers.ts';
import { createVlan, openPart } from '../../../testing/network-steps.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { expectStaged, findButton, findRow, stage } from '../../../testing/steps.ts';

const GATEWAY = createDevice('NL-GW5', 'GW-1');
const GUESTS: NetworkConfig = { vlans: [createVlan(20, 'Guests')], dhcpPools: [] };
const name = page.getByLabelText('Name', { exact: true });

const openPage = (config: NetworkConfig) =>
  openConsole('/manage/networkconf/static?project=7', {
    devices: [GATEWAY],
    answers: createNetworkAnswers({ devices: [GATEWAY], config }),
  });

it('adds a static route and a port mapping to the draft after invalid fields are corrected', async () => {
  await openPage({
    ...GUESTS,
    wan: [
      {
        mode: 'static',
        port: 'wan1',
        ip: '203.0.113.2',
        prefix: 24,
        gateway: '203.0.113.1',
        dns: ['203.0.113.1'],
      },
    ],
  });
  await findButton('Add static route').first().click();
  await name.fill('branch');
  const destination = page.getByLabelText('Destination network');
  const nextHop = page.getByLabelText('Next hop');
  await destination.fill('10.9.0.5');
  await nextHop.fill('172.16.0.1');
  await stage();
  await expect.element(destination).toHaveAttribute('aria-invalid', 'true');
  await expect.element(nextHop).toHaveAttribute('aria-invalid', 'true');
  await destination.fill('10.9.0.0');
  await nextHop.fill('192.168.20.254');
  await stage();
  await expectStaged(1);
  await openPart('Port Mapping');
  await findButton('Add port mapping').first().click();
  await name.fill('web');
  const ports = page.getByLabelText('External ports');
  await ports.fill('80;8000-8010');
  await page.getByRole('combobox', { name: 'Internal address' }).fill('192.168.20.9');
  await stage();
  await expect
    .element(
      page.getByText(
        'Consecutive and non-consecutive ports cannot be mixed. Enter ports such as 80;443 or 8000-8010.',
      ),
    )
    .toBeVisible();
  await ports.fill('80;443');
  await stage();
  await expectStaged(2);
  await expect.element(findRow('80;443')).toHaveTextContent('192.168.20.9');
});

it('restores a removed route when the removal is undone', async () => {
  await openPage({
    ...GUESTS,
    staticRoutes: [{ name: 'branch', destination: '10.9.0.0', prefix: 24, nextHop: '192.168.20.254' }],
  });
  const row = findRow('branch');
  await row.click();
  await findButton('Remove').click();
  await expectStaged(1);
  await expect.element(row).toHaveTextContent('Removed');
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect.element(row).toHaveTextContent('Applied');
  await expect.element(findButton('Review changes')).not.toBeInTheDocument();
  // Undoes the removal in the panel of the removed row, after the toast has gone.
  await row.click();
  await findButton('Remove').click();
  await expect.element(row).toHaveTextContent('Removed');
  await row.click();
  await findButton('Undo removal').click();
  await expect.element(row).toHaveTextContent('Applied');
});

it('marks an applied static route that the gateway of the project does not support', async () => {
  const controller = createDevice('NL-AC100', 'AC 1');
  const staticRoutes = [{ name: 'lab', destination: '10.9.0.0', prefix: 16, nextHop: '192.168.20.9' }];
  await openConsole('/manage/networkconf/static?project=7', {
    devices: [controller],
    answers: createNetworkAnswers({ devices: [controller], config: { ...GUESTS, staticRoutes } }),
  });
  await expect.element(findRow('lab')).toHaveTextContent('Not supported by AC 1');
});
