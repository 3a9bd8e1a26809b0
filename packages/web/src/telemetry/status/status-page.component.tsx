import type { Alarm, ProjectStatus } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createProject, PAST } from '../../testing/fixtures.ts';
import type { Answers } from '../../testing/answers.ts';
import { refuse } from '../../testing/refuse.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { createSeriesAnswers } from '../../testing/series-answers.ts';

const STATUS: ProjectStatus = {
  at: PAST,
  devices: { total: 16, online: 15, waiting: 0, byKind: [] },
  clients: { total: 74, wired: 2, withoutAddress: 0, byBand: [], bySsid: [] },
  outage: {
    alarmId: '00000000-0000-4000-8000-00000000000a',
    kind: 'device-offline',
    severity: 'critical',
    since: PAST,
    device: { id: 'garden', name: 'AP Garden', kind: 'ap' },
    devices: 1,
    clients: 4,
    firstStep: 'Check the power.',
    others: 0,
  },
  busiest: [],
  weakest: [],
  hottest: [],
};
const createAlarm = (id: string, kind: Alarm['kind'], event: string): Alarm => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  kind,
  severity: 'critical',
  event,
  time: PAST,
  read: 0,
});
const ALARMS = [
  createAlarm('a', 'device-offline', 'AP Garden is offline.'),
  createAlarm('b', 'vlan-path-broken', 'Port P1 of Switch does not carry VLAN 20.'),
];

const openPage = (status: Partial<ProjectStatus>, answers: Answers = {}) =>
  openConsole('/manage/status?project=7', {
    project: createProject({ deviceCount: 16, devicesOnline: 15, openAlarms: 6, criticalAlarms: 5 }),
    answers: {
      ...createSeriesAnswers(),
      projectStatus: { ...STATUS, ...status },
      alarmList: { items: ALARMS },
      logList: { items: [] },
      ...answers,
    },
  });

it('names the outage, and the number of the other critical alarms', async () => {
  await openPage({});
  const banner = page.getByRole('region', { name: 'Outage' });
  await expect.element(banner).toHaveTextContent('1 device, 4 clients affected.');
  await expect.element(banner).toHaveTextContent('4 more critical alarms open.');
});

it('names the cause of missing addresses when they affect more clients than the outage', async () => {
  await openPage({ clients: { ...STATUS.clients, withoutAddress: 60 } });
  const banner = page.getByRole('region', { name: 'Most severe open alarm' });
  await expect
    .element(banner)
    .toHaveTextContent('60 of 74 clients have no address. Port P1 of Switch does not carry VLAN 20.');
  await expect.element(banner).toHaveTextContent('4 more critical alarms open.');
  const tile = page.getByRole('link', { name: /60 without an address/ });
  await expect.element(tile).toHaveAttribute('data-state', 'error');
});

it('colours few clients without an address as a warning', async () => {
  await openPage({ clients: { ...STATUS.clients, withoutAddress: 18 } });
  const tile = page.getByRole('link', { name: /18 without an address/ });
  await expect.element(tile).toHaveAttribute('data-state', 'warning');
});

it('states nothing about reports while the figures load', async () => {
  const { projectSeries } = createSeriesAnswers();
  const { promise, resolve } = Promise.withResolvers<void>();
  await openPage(
    {},
    {
      projectSeries: async (request) => {
        await promise;
        return typeof projectSeries === 'function' ? projectSeries(request) : refuse('invalidParameters');
      },
    },
  );
  await expect.element(page.getByText('Loading').first()).toBeVisible();
  await expect.element(page.getByText(/^no report/)).not.toBeInTheDocument();
  resolve();
  await expect.element(page.getByText('Loading')).not.toBeInTheDocument();
});

it('states that nothing has been reported yet', async () => {
  await openPage({}, createSeriesAnswers({ figure: () => null }));
  await expect.element(page.getByText('no report yet').first()).toBeVisible();
});
