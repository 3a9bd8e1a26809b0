import { ERRORS, type Topology } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, Refusal } from '../testing/answers.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openConsole } from '../testing/open-console.tsx';
import { collectSavedFiles, readText } from '../testing/saved-files.ts';
import { choose, findButton, findPanel, press } from '../testing/steps.ts';
import { SPACING } from './drawing/drawing-styles.ts';
import { BAR, createTopology, createTopologyAnswers, HALL, SITE } from './testing/topology-answers.ts';
import { expectDimmed, findCard, findLine } from './testing/topology-steps.ts';

const PATH = '/manage/visualization/topo?project=7';
const devicePanel = findPanel('Device');

const openPage = (search = '', topology?: Topology, answers: Answers = {}) =>
  openConsole(`${PATH}${search}`, {
    devices: SITE,
    answers: { ...createTopologyAnswers(topology), ...answers },
  });

it('shows the VLANs of a link, and opens the form of its switch port', async () => {
  await openPage();
  await press(findLine('Switch – Hall'), 'Enter');
  const link = findPanel('Link');
  await expect.element(link.getByText('1 untagged')).toBeVisible();
  await link.getByRole('link', { name: 'Open port p1 of Switch' }).click();
  await expect.element(devicePanel.getByRole('combobox', { name: 'VLAN', exact: true })).toBeVisible();
});

it('finds a device with the keyboard alone, and moves it into view', async () => {
  await openPage();
  await expect.element(findCard('Bar')).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox', { name: 'Find a device' })).toHaveFocus();
  await userEvent.keyboard('bar{Enter}');
  await expect.element(devicePanel.getByText('Bar', { exact: true })).toBeVisible();
  await expect.element(findCard('Bar')).toBeInViewport();
  await userEvent.keyboard('{Escape}');
  await expect.element(devicePanel).not.toBeInTheDocument();
  await press(findCard('Hall'), 'Enter');
  await expect.element(devicePanel.getByText('Hall', { exact: true })).toBeVisible();
});

it('keeps the path between two devices in colour, and names its slowest link', async () => {
  const { reload } = await openPage();
  await expect.element(findCard('Bar')).toBeVisible();
  await choose('Show', 'Path between two devices');
  await findCard('Bar').click();
  await findCard('Gateway').click();
  const slowest = page.getByText(/^Slowest link: Switch – Bar, /);
  await expect.element(slowest).toBeVisible();
  await expectDimmed('Hall', 'Internet');
  await expectAccessible();
  await reload();
  await expect.element(slowest).toBeVisible();
});

it('keeps what carries a VLAN in colour, and marks the port where it is missing', async () => {
  await openPage();
  await expect.element(findCard('Bar')).toBeVisible();
  await choose('Show', 'LAN (VLAN 1)');
  await expectDimmed('Internet');
  await choose('Show', 'VLAN 20');
  await expectDimmed('Internet', 'Hall', 'Bar');
  await expect.element(page.getByText('VLAN missing at Switch p8')).toBeInTheDocument();
  await expectAccessible();
});

it('zooms to a place by a double click, but not by two clicks on a button', async () => {
  await openPage();
  await expect.element(findCard('Bar')).toBeVisible();
  const readWidth = (): number => findCard('Bar').element().getBoundingClientRect().width;
  // A small drawing fits into the window larger than its cards are.
  await expect.poll(readWidth).toBeGreaterThan(SPACING.cardWidth);
  const before = readWidth();
  await findButton('Zoom out').dblClick();
  await expect.poll(() => before / readWidth()).toBeCloseTo(1.25 ** 2, 1);
  const zoomedOut = readWidth();
  await page.getByRole('application').dblClick({ position: { x: 20, y: 20 } });
  await expect.poll(() => readWidth() / zoomedOut).toBeCloseTo(2, 1);
});

it('shows the same as nested lists, in which each device is below the one that it is connected to', async () => {
  await openPage();
  await page.getByText('List', { exact: true }).click();
  const list = page.getByRole('list', { name: 'Devices of the network topology' });
  const rows = list
    .getByRole('listitem')
    .filter({ hasText: /^Switch/ })
    .getByRole('button');
  for (const [index, name] of ['Switch', 'Bar', 'Hall'].entries())
    await expect.element(rows.nth(index)).toHaveTextContent(name);
  await expect.element(rows.nth(3)).not.toBeInTheDocument();
});

it('explains that a time is before the project existed, and returns to the present', async () => {
  const tooEarly = 'The history contains the last 180 days. Choose a later time.';
  const { open } = await openPage('&at=2020-01-01T12:00:00Z', undefined, {
    topologyGet: ({ query: { at } }) => {
      if (at === undefined) return createTopology();
      const { code, message, status } = at.startsWith('2020')
        ? ERRORS.invalidParameters
        : ERRORS.timeBeforeProject;
      const fields = { at: at.startsWith('2020') ? tooEarly : message };
      return new Refusal(status, { code, message, fields });
    },
  });
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent(tooEarly);
  await open(`${PATH}&at=2026-02-01T12:00:00Z`);
  await expect.element(alert).toHaveTextContent(ERRORS.timeBeforeProject.message);
  await findButton('Back to now').click();
  await expect.element(findCard('Bar')).toBeVisible();
});

it('shows each tip until it is dismissed, also with the keyboard', async () => {
  const { reload } = await openPage();
  const tip = page.getByRole('note', { name: 'Tip' });
  const gotIt = tip.getByRole('button', { name: 'Got it' });
  await expect.element(tip).toHaveTextContent('Click a line to see its ports, speed, VLANs and load.');
  await press(gotIt, 'Enter');
  await expect.element(tip).toHaveTextContent('Press / to find a device, then Enter to open it.');
  await expectAccessible();
  await reload();
  await expect.element(tip).toHaveTextContent('Press / to find a device, then Enter to open it.');
  for (const text of ['Choose “Path between', 'Move the slider', 'Choose Edit']) {
    await press(gotIt, 'Enter');
    await expect.element(tip).toHaveTextContent(text);
  }
  await press(gotIt, 'Enter');
  await expect.element(tip).not.toBeInTheDocument();
  await reload();
  await expect.element(findCard('Bar')).toBeVisible();
  await expect.element(page.getByRole('note', { name: 'Legend' })).toBeVisible();
  await expect.element(tip).not.toBeInTheDocument();
});

it('follows a device that is renamed or removed, without a reload', async () => {
  const { answer, publish } = await openPage();
  await expect.element(findCard('Bar')).toBeVisible();
  await expect.element(findLine('Switch – Hall')).toBeInTheDocument();
  const renamed = SITE.map((device) => (device === HALL ? { ...device, name: 'Lobby' } : device));
  answer({
    deviceList: { items: renamed, total: renamed.length },
    topologyGet: createTopology({}, renamed),
  });
  publish({ resource: 'devices', projectId: 7 });
  await expect.element(findCard('Lobby')).toBeVisible();
  await expect.element(findLine('Switch – Lobby')).toBeInTheDocument();
  const rest = renamed.filter((device) => device !== BAR);
  answer({ deviceList: { items: rest, total: rest.length }, topologyGet: createTopology({}, rest) });
  publish({ resource: 'topology', projectId: 7 });
  await expect.element(findCard('Bar')).not.toBeInTheDocument();
  await expect.element(findCard('Lobby')).toBeVisible();
});

it('saves the shown topology as a drawing with project, time and legend', async () => {
  const files = collectSavedFiles();
  const name = '<b>Bar</b> & 大堂';
  const devices = SITE.map((device) => (device === BAR ? { ...device, name } : device));
  await openPage('', createTopology({}, devices));
  await expect.element(findLine(`Switch – ${name}`)).toBeInTheDocument();
  const save = async (format: string): Promise<Blob> => {
    const before = files.length;
    await findButton('Export').click();
    await page.getByRole('menuitem', { name: format }).click();
    await expect.poll(() => files.length).toBe(before + 1);
    return files.at(-1)?.data ?? new Blob();
  };
  await save('Drawing (SVG)');
  expect(files[0]?.name).toMatch(/^topology-.*\.svg$/);
  const text = files[0] ? await readText(files[0]) : '';
  for (const expected of ['Small hotel', 'Hall', '&lt;b&gt;Bar&lt;/b&gt; &amp; 大堂', 'From 1 Gbit/s'])
    expect(text).toContain(expected);
  expect((await (await save('Picture (PNG)')).text()).slice(1, 4)).toBe('PNG');
  const pdf = await (await save('Document (PDF)')).bytes();
  expect(new TextDecoder().decode(pdf.subarray(0, 5))).toBe('%PDF-');
  const drawn = await readPdfStreams(pdf);
  for (const expected of ['Small hotel', 'Network topology, 20', 'Hall', '<b>Bar</b> & ', 'From 1 Gbit/s'])
    expect(drawn).toContain(formatHex(expected));
});

const formatHex = (text: string): string =>
  Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

/** Converts bytes to characters of the same codes, which `TextDecoder` does not do for all bytes. */
const toText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** Returns the uncompressed streams of a PDF document, which contain its texts as hexadecimal codes. */
async function readPdfStreams(pdf: Uint8Array): Promise<string> {
  return (
    await Promise.all(
      toText(pdf)
        .split(/stream\r?\n/)
        .map(inflate),
    )
  ).join('\n');
}

/** Inflates the beginning of a text; the bytes after it make the stream fail. */
async function inflate(part: string): Promise<string> {
  const bytes = Uint8Array.from(part, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += toText(value);
    }
  } catch {
    return text;
  }
}
