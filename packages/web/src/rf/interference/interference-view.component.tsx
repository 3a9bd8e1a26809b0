import type { Job } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice } from '../../testing/fixtures.ts';
import { createJob } from '../../testing/jobs.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findButton, findPanel, findRow } from '../../testing/steps.ts';
import { createInterference, createRfAnswers } from '../testing/rf-answers.ts';

const ADDRESS = '/manage/rfconf?project=7&tab=interference';
const RADIOS_ADDRESS = '/manage/rfconf?project=7&tab=radios';
const scan = findButton('Scan now');

it('shows the channels of both bands and the worst pairs', async () => {
  await openConsole(ADDRESS, { answers: createRfAnswers() });
  const band = page.getByRole('region', { name: 'Channels of 2.4 GHz' });
  await expect.element(band.getByRole('row', { name: 'Own radios 0 2' })).toBeVisible();
  await expect.element(band.getByRole('row', { name: 'Busy (%) – 42' })).toBeVisible();
  await expect.element(findRow('AP-1 ↔ AP-2')).toHaveTextContent('−58 dBm');
  await expect.element(findRow('AP-1 ↔ AP-2')).toHaveTextContent('25 %');
  await expectAccessible();
});

it('starts a scan, and shows its progress until it ends', async () => {
  const job: Job = {
    ...createJob(createDevice('NL-AP6C', 'AP-1'), 'wifi-scan', { state: 'running', percent: 50 }),
    createdAt: new Date(Date.now() - 60_000).toISOString(),
  };
  const { answer, publish } = await openConsole(ADDRESS, { answers: createRfAnswers() });
  await expect.element(page.getByText('21 clients notice a scan for some seconds')).toBeVisible();
  answer({ rfScanStart: job, jobList: { items: [job], total: 1 } });
  await scan.click();
  await expect.element(page.getByRole('progressbar', { name: 'Scan: 50 percent' })).toBeInTheDocument();
  await expect.element(page.getByText(/about 1 min left/)).toBeVisible();
  await expect.element(scan).toHaveAccessibleDescription('The access points scan at the moment.');
  answer({ jobList: { items: [{ ...job, state: 'done' }], total: 1 } });
  publish({ resource: 'jobs', projectId: 7 });
  await expect.element(scan).not.toHaveAttribute('aria-disabled');
});

it('hints at a scan while there is none', async () => {
  const air = createInterference();
  const radios = air.radios.map(({ scannedAt: _scannedAt, ...radio }) => radio);
  await openConsole(ADDRESS, { answers: createRfAnswers({ air: { ...air, radios } }) });
  await expect.element(page.getByText('No scan in the last 24 h')).toBeVisible();
});

it('lists the radios with their airtime, and marks stale figures', async () => {
  const air = createInterference();
  const radios = air.radios.map((radio, index) =>
    index === 0 ? { ...radio, reportedAt: new Date(Date.now() - 600_000).toISOString() } : radio,
  );
  await openConsole(RADIOS_ADDRESS, { answers: createRfAnswers({ air: { ...air, radios } }) });
  await expect.element(findRow('AP-2')).toHaveTextContent('−95');
  await expect.element(findRow('AP-1')).toHaveTextContent('62, stale');
  await findRow('AP-2').click();
  const panel = findPanel('Radio');
  await expect.element(panel.getByText('36, 80 MHz')).toBeVisible();
  await expect.element(panel.getByRole('link', { name: 'Open device' })).toBeVisible();
  await expectAccessible();
});

it('states that no access point is online', async () => {
  const air = createInterference({ online: 0, radios: [], pairs: [], bands: [] });
  const device = createDevice('NL-AP6C', 'AP-1');
  await openConsole(ADDRESS, { devices: [device], answers: createRfAnswers({ air }) });
  await expect.element(page.getByRole('heading', { name: 'No access point is online' })).toBeVisible();
  await expect.element(scan).not.toBeInTheDocument();
});
