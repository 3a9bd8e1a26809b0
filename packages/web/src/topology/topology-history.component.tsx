import type { TopologyChange } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createJob } from '../testing/jobs.ts';
import { openConsole } from '../testing/open-console.tsx';
import { findButton } from '../testing/steps.ts';
import { BAR, createTopologyAnswers, GATEWAY, SITE, SWITCH } from './testing/topology-answers.ts';
import { findCard } from './testing/topology-steps.ts';

const CHANGES: TopologyChange[] = [
  {
    at: '2026-03-03T12:00:00.000Z',
    kind: 'moved',
    deviceId: BAR.id,
    name: BAR.name,
    from: { nodeId: GATEWAY.id, name: GATEWAY.name, port: 'lan2' },
    to: { nodeId: SWITCH.id, name: SWITCH.name, port: 'p2' },
    record: { kind: 'log', id: '1' },
  },
];

const openPage = (search = '') =>
  openConsole(`/manage/visualization/topo?project=7${search}`, {
    devices: SITE,
    answers: {
      ...createTopologyAnswers(),
      topologyChangeList: { items: CHANGES },
      deviceCommand: createJob(SWITCH, 'discover'),
      jobGet: createJob(SWITCH, 'discover'),
    },
  });

it('lists what has changed since an earlier time', async () => {
  await openPage('&at=2026-03-02T12:00:00Z');
  await expect.element(findCard('Bar')).toBeVisible();
  await page.getByRole('button', { name: /^Changes since then: / }).click();
  const list = page.getByRole('list', { name: 'Changes since then' });
  await expect.element(list.getByText('Bar moved from Gateway, port lan2 to Switch, port p2.')).toBeVisible();
  await expectAccessible();
});

it('shows how many devices have reported their neighbours', async () => {
  await openPage();
  await expect.element(findCard('Bar')).toBeVisible();
  await findButton('Refresh').click();
  await expect.element(page.getByText('1 device reported its neighbours.')).toBeVisible();
  await expectAccessible();
});
