import type { Device } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  expectSteps,
  findLegend,
  findPlot,
  findRanges,
  hideFiguresAfterTest,
  showFigures,
} from '../testing/charts.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createDevice, createDeviceDetail } from '../testing/fixtures.ts';
import { type OpenConsole, openConsole } from '../testing/open-console.tsx';
import { collectSavedFiles, readText } from '../testing/saved-files.ts';
import { createSeriesAnswers, type Figure } from '../testing/series-answers.ts';
import { findButton } from '../testing/steps.ts';

const HOUR = 3600;
const REPORTED = { cpuPercent: 12, memoryPercent: 40, clientCount: 5 } as const;
const AP = createDevice('NL-AP6C', 'Lobby', REPORTED);
const OTHER_AP = createDevice('NL-AP6C', 'Terrace', REPORTED);
const SWITCH = createDevice('NL-SW24P', 'Cellar', REPORTED);

const openPage = (device: Device, search = '', figure?: Figure): Promise<OpenConsole> =>
  openConsole(`/manage/devsrunstat?project=7&devices=${device.id}${search}`, {
    devices: [AP, OTHER_AP, SWITCH],
    answers: createSeriesAnswers({ ...(figure && { figure }) }),
  });

const chooseRange = (label: string): Promise<void> => findRanges().getByText(label, { exact: true }).click();

/** Drags over a plot from one share of its width to another. */
async function drag(title: string, from: number, to: number): Promise<void> {
  await expect.element(findPlot(title)).toBeVisible();
  const over = findPlot(title).element().querySelector('.u-over') ?? document.body;
  const { height, width } = over.getBoundingClientRect();
  await userEvent.dragAndDrop(over, over, {
    sourcePosition: { x: width * from, y: height / 2 },
    targetPosition: { x: width * to, y: height / 2 },
  });
}

it('begins shortly before the first value until a range is chosen', async () => {
  const first = Date.now() / 1000 - 5 * 60;
  const { address } = await openPage(AP, '', (at) => (at < first ? null : 20));
  await expect.element(findRanges().getByRole('radio', { name: 'Auto' })).toBeChecked();
  // The shortest period is 15 min.
  await expectSteps('CPU and memory', 15);
  await chooseRange('24 h');
  await expectSteps('CPU and memory', 1440);
  await expect.poll(address).toContain('range=24h');
});

it('shows figures in a table, and stores the choice in the browser', async () => {
  await openPage(AP);
  hideFiguresAfterTest();
  await expect.element(page.getByRole('list', { name: 'CPU and memory: values' })).toBeVisible();
  await expect.element(findLegend('CPU and memory')).not.toBeInTheDocument();
  const toggle = findButton('Metrics');
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false');
  (toggle.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(findLegend('CPU and memory')).toHaveTextContent(/CPU\d+(\.\d)?%/);
  await expect.element(findLegend('CPU and memory')).toHaveTextContent(/Memory\d+(\.\d)?%/);
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
  expect(localStorage.getItem('northlight.charts.figures')).toBe('true');
});

it('switches ranges and keeps the range in the address', async () => {
  const { address, back, forward, open } = await openPage(AP);
  for (const [label, count] of [
    ['1 h', 60],
    ['12 h', 720],
    ['72 h', 864],
    ['7 d', 672],
    ['30 d', 720],
    ['24 h', 1440],
  ] as const) {
    await chooseRange(label);
    await expectSteps('CPU and memory', count);
  }
  expect(address()).toContain('range=24h');
  await open(`/manage/devsrunstat?project=7&devices=${AP.id}&range=72h`);
  await expectSteps('Traffic', 864);
  back();
  await expectSteps('Traffic', 1440);
  forward();
  await expectSteps('Traffic', 864);
});

it('zooms by dragging, and returns by Escape and by the browser’s back button', async () => {
  const { address, back } = await openPage(AP, '&range=24h');
  await expectSteps('Clients', 1440);
  await drag('Clients', 0.5, 0.75);
  await expect.poll(address).toContain('from=');
  await expect.element(findButton('Back to 24 h')).toBeVisible();
  const readSteps = () => Number(findPlot('CPU and memory').element().getAttribute('aria-valuemax')) + 1;
  // A quarter of 24 h is 360 min.
  await expect.poll(() => Math.abs(readSteps() - 360)).toBeLessThan(30);
  const zoomed = readSteps();
  await userEvent.keyboard('{Escape}');
  await expectSteps('CPU and memory', 1440);
  expect(address()).not.toContain('from=');
  back();
  await expect.poll(address).toContain('from=');
  await expectSteps('CPU and memory', zoomed);
  await findButton('Back to 24 h').click();
  await expectSteps('CPU and memory', 1440);
});

it('moves the cursor, zooms, selects a period and returns by keyboard', async () => {
  const { address } = await openPage(AP, '&range=12h');
  const slider = findPlot('CPU and memory');
  await expectSteps('CPU and memory', 720);
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  await expect.element(slider).toHaveAttribute('aria-valuenow', '0');
  const readTime = (): string => slider.element().getAttribute('aria-valuetext') ?? '';
  const start = readTime();
  expect(start).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:00, CPU .*, Memory /);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(slider).toHaveAttribute('aria-valuenow', '1');
  await expect.poll(readTime).not.toBe(start);
  await userEvent.keyboard('{PageUp}');
  await expect.element(slider).toHaveAttribute('aria-valuenow', '61');
  await userEvent.keyboard('+');
  await expect.poll(address).toContain('from=');
  await expectSteps('CPU and memory', 360);
  const before = address();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await expect.poll(address).not.toBe(before);
  await userEvent.keyboard('{Escape}');
  await expectSteps('CPU and memory', 720);
  await findButton('Zoom in').click();
  await expectSteps('CPU and memory', 360);
  await findButton('Zoom out').click();
  await expectSteps('CPU and memory', 720);
});

it('moves one cursor over all charts', async () => {
  await openPage(AP, '&range=12h');
  await showFigures();
  const heads = ['CPU and memory', 'Clients', 'Traffic'].map((title) =>
    findLegend(title).getByRole('columnheader').nth(1),
  );
  for (const head of heads) await expect.element(head).toHaveTextContent('Last');
  await findPlot('CPU and memory').hover({ position: { x: 200, y: 80 } });
  await expect
    .poll(() => [...new Set(heads.map((head) => head.element().textContent))].join(', '))
    .toMatch(/^\d\d-\d\d \d\d:\d\d$/);
});

it('shows a chart as a table, saves it as a file, and hides a line', async () => {
  const files = collectSavedFiles();
  const gap = Math.floor(Date.now() / 1000 / HOUR) - 6;
  await openPage(AP, '&range=24h', (at) => (Math.floor(at / HOUR) === gap ? null : 20));
  await showFigures();
  await findLegend('CPU and memory').getByRole('button', { name: 'Memory' }).click();
  await findButton('Table of CPU and memory').click();
  const table = page.getByRole('table', { name: 'CPU and memory as a table', exact: true });
  await expect.element(table.getByRole('columnheader').nth(1)).toHaveTextContent(/^CPU$/);
  await expect.element(table.getByRole('columnheader').nth(2)).not.toBeInTheDocument();
  await expect.element(table.getByRole('row').nth(100)).toBeInTheDocument();
  await expect.element(table.getByRole('row').nth(101)).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Show more, / }).click();
  await expect.element(table.getByRole('row').nth(400)).toBeInTheDocument();
  await expectAccessible();
  await findButton('CSV of CPU and memory').click();
  await expect.poll(() => files[0]?.name).toMatch(/^lobby-cpu-and-memory-\d{4}-.*\.csv$/);
  const [head, ...lines] = (files[0] ? await readText(files[0]) : '').trimEnd().split('\r\n');
  expect(head).toBe('\uFEFFTime (Europe/Lisbon),CPU (%)');
  const figures = lines.map((line) => /^\d{4}-\d\d-\d\d \d\d:\d\d:00,([\d.]*)$/.exec(line)?.[1]);
  expect(figures).not.toContain(undefined);
  // An hour without reports gives empty cells, not zeros.
  expect(figures.filter((figure) => figure === '')).toHaveLength(60);
  expect(figures.filter((figure) => figure !== '')).toHaveLength(1380);
});

it('compares devices that are found by a part of their name', async () => {
  const { address } = await openPage(AP);
  await showFigures();
  await page.getByRole('combobox', { name: 'Devices', exact: true }).fill('terr');
  await page.getByRole('option', { name: 'Terrace', exact: true }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('radiogroup', { name: 'Compared metric' }).getByText('Clients').click();
  const rows = findLegend('Clients compared').getByRole('rowheader');
  await expect.element(rows.nth(0)).toHaveTextContent('Lobby');
  await expect.element(rows.nth(1)).toHaveTextContent('Terrace');
  await expect.element(rows.nth(2)).not.toBeInTheDocument();
  expect(decodeURIComponent(address())).toContain(`devices=${AP.id},${OTHER_AP.id}`);
  await page.getByRole('radiogroup', { name: 'Metrics' }).getByText('Radios').click();
  await page.getByRole('combobox', { name: 'Device', exact: true }).selectOptions('Terrace');
  await expect.element(findLegend('Channel').getByRole('row').nth(1)).toBeVisible();
  await expect.poll(address).toContain(`open=${OTHER_AP.id}`);
});

it('charts the four busiest of many ports of a switch until others are chosen, and offers no radios', async () => {
  const { address, open } = await openPage(SWITCH, '&tab=ports');
  await showFigures();
  const ports = page.getByRole('group', { name: 'Shown ports' });
  await expect.poll(() => ports.getByRole('button').elements().length).toBeGreaterThanOrEqual(24);
  await expect.poll(() => ports.getByRole('button', { pressed: true }).elements().length).toBe(4);
  await open(`/manage/devsrunstat?project=7&devices=${SWITCH.id}&tab=ports&ports=p1,p2`);
  const rows = findLegend('Received').getByRole('rowheader');
  await expect.element(rows.nth(1)).toHaveTextContent('P2');
  await expect.element(rows.nth(2)).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^P3, / }).click();
  await expect.element(rows.nth(2)).toHaveTextContent('P3');
  expect(decodeURIComponent(address())).toContain('ports=p1,p2,p3');
  const metrics = page.getByRole('radiogroup', { name: 'Metrics' });
  await expect.element(metrics.getByText('Compare')).toBeVisible();
  await expect.element(metrics.getByText('Radios')).not.toBeInTheDocument();
});

it('charts the airtime of radios that report it, and names the figures that they do not report', async () => {
  const detail = createDeviceDetail(AP);
  const radios = detail.radios.map((radio) => ({ ...radio, busyPercent: 30, txPercent: 10, rxPercent: 5 }));
  await openConsole(`/manage/devsrunstat?project=7&devices=${AP.id}&tab=radios`, {
    devices: [AP],
    answers: { ...createSeriesAnswers(), deviceGet: { ...detail, radios } },
  });
  await expect.element(findPlot('Channel busy')).toBeVisible();
  await expect.element(findPlot('Airtime received')).toBeVisible();
  await expect
    .element(page.getByText('This device does not report these figures of its radios: noise, retries.'))
    .toBeVisible();
  await expect.element(findPlot('Noise')).not.toBeInTheDocument();
});

it('explains that a project without devices has no data', async () => {
  await openConsole('/manage/devsrunstat?project=7', { answers: createSeriesAnswers() });
  await expect.element(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
  await expect
    .element(page.getByText('Data of a device appears here within 1 min after it comes online.'))
    .toBeVisible();
});
