import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { findLegend, findPlot, showFigures } from '../testing/charts.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createDevice } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { collectSavedFiles, readText } from '../testing/saved-files.ts';
import { createSeriesAnswers, type Figure } from '../testing/series-answers.ts';
import { findButton } from '../testing/steps.ts';

const GATEWAY = createDevice('NL-GW5', 'Gateway', { cpuPercent: 12, memoryPercent: 40, clientCount: 5 });
/** Bits per second of the applications; uploads are a quarter of downloads. */
const DOWNLOAD_BPS: Readonly<Record<string, number>> = { web: 70_000, voice: 20_000, dns: 10_000, mail: 0 };
const APPLICATIONS = Object.keys(DOWNLOAD_BPS);
const ranking = page.getByRole('table', { name: 'Traffic by application', exact: true });

const drawTraffic: Figure = (_at, { metric }) => {
  const [, application = '', direction] = metric.split('/');
  const bps = DOWNLOAD_BPS[application];
  return bps === undefined ? null : direction === 'rx' ? bps : bps / 4;
};
const answers = createSeriesAnswers({ figure: drawTraffic, families: { applications: APPLICATIONS } });

it('charts each direction with a summary, a table and a file', async () => {
  const files = collectSavedFiles();
  await openConsole('/manage/onlinestat?project=7&range=72h', { devices: [GATEWAY], answers });
  await showFigures();
  for (const title of ['Download by application', 'Upload by application']) {
    const names = findLegend(title).getByRole('rowheader');
    for (const [index, name] of ['Web', 'DNS', 'Voice and video'].entries())
      await expect.element(names.nth(index)).toHaveTextContent(name);
    await expect.element(names.nth(3)).not.toBeInTheDocument();
    await expect
      .element(findPlot(title))
      .toHaveAccessibleDescription(
        /Web: min .*bit\/s, average .*bit\/s, max .*bit\/s, last .*bit\/s, .*Arrow keys/,
      );
  }
  await findButton('Table of Download by application').click();
  const table = page.getByRole('table', { name: 'Download by application as a table', exact: true });
  await expect.element(table.getByRole('row').nth(2)).toBeVisible();
  await expect.element(table.getByRole('columnheader').nth(0)).toHaveTextContent('Time');
  await expect.element(table.getByRole('columnheader').nth(1)).toHaveTextContent('Web');
  await expectAccessible();
  await findButton('CSV of Download by application').click();
  await expect.poll(() => files.length).toBe(1);
  const [head] = (files[0] ? await readText(files[0]) : '').split('\r\n');
  expect(head).toContain('Web (bit/s)');
});

it('ranks the applications of a gateway on its data page', async () => {
  await openConsole(`/manage/devsrunstat?project=7&devices=${GATEWAY.id}&range=72h`, {
    devices: [GATEWAY],
    answers,
  });
  const rows = ranking.getByRole('row');
  await expect.element(rows.nth(1).getByRole('rowheader')).toHaveTextContent('WebHTTP, HTTPS');
  await expect.element(rows.nth(1).getByRole('cell').nth(0)).toHaveTextContent('70%');
  await expect.element(rows.nth(2)).toHaveTextContent(/^Voice and videoSIP, STUN20%/);
  await expect.element(rows.nth(3)).toHaveTextContent(/^DNSname lookups10%/);
  await expect.element(findPlot('Download by application')).toBeVisible();
  await expect.element(findPlot('Upload by application')).toBeVisible();
  await expectAccessible();
});

it('explains why a project without a device that counts applications has no figures', async () => {
  await openConsole('/manage/onlinestat?project=7', { answers: createSeriesAnswers() });
  const card = page.getByRole('region', { name: 'Traffic by application' });
  await expect
    .element(card.getByText('No device of this project reports traffic by application'))
    .toBeVisible();
  await expect.element(ranking).not.toBeInTheDocument();
});
