import { NET_MODES } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createDeviceAnswers } from '../../testing/device-answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice, createProject } from '../../testing/fixtures.ts';
import { createJob } from '../../testing/jobs.ts';
import { openConsole } from '../../testing/open-console.tsx';

const PRIMARY = createDevice('NL-MESHP', 'Living-room', { role: 'mesh-primary' });
const SEARCH = createJob(PRIMARY, 'find-nodes', {
  state: 'running',
  result: {
    nodes: [
      {
        sn: 'NLMESHS000000001',
        mac: '02:4e:53:00:00:07',
        model: 'NL-MESHS',
        modelName: 'Mesh node MESHS',
        signalDbm: -58,
      },
    ],
  },
});

it('lists the nodes that the primary node finds, and offers the selected ones', async () => {
  const dialog = page.getByRole('dialog', { name: 'Add node' });
  await openConsole('/manage/devconf?project=7&dialog=nodes', {
    project: createProject({ netMode: NET_MODES.mesh, deviceCount: 1, devicesOnline: 1 }),
    devices: [PRIMARY],
    answers: { ...createDeviceAnswers([PRIMARY]), meshNodeSearch: SEARCH, jobGet: SEARCH },
  });
  await dialog.getByRole('button', { name: 'Search for nodes' }).click();
  await dialog.getByRole('checkbox').click();
  await expect.element(dialog.getByRole('button', { name: 'Add 1 node' })).toBeVisible();
  await expectAccessible();
});
