import type { Template, TemplateSummary } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Answers } from '../testing/answers.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createDevice, PAST } from '../testing/fixtures.ts';
import { createJob } from '../testing/jobs.ts';
import { createVlan } from '../testing/network-steps.ts';
import { openConsole } from '../testing/open-console.tsx';

const AP = createDevice('NL-AP6C', 'AP-1');
const ID = '0190b5a0-0000-7000-8000-000000000001';
const GUESTS = createVlan(20, 'Guests');
const HEAD = { id: ID, name: 'Standard', source: 'Head office', createdAt: PAST, changedAt: PAST };
const SUMMARY: TemplateSummary = { ...HEAD, vlans: [20], pools: 0, policies: [], secretsMissing: 0 };
const TEMPLATE: Template = {
  ...HEAD,
  content: { vlans: [GUESTS], dhcpPools: [], policies: [] },
  secrets: {},
};
const CHANGE = { path: ['vlans', '20'], item: 'VLAN 20', setting: 'VLAN 20', after: 'name Guests' };
const ANSWERS: Answers = {
  templateList: { items: [SUMMARY], total: 1 },
  templateGet: TEMPLATE,
  templatePreview: {
    projectId: 7,
    projectName: 'Small hotel',
    baseVersion: 1,
    items: [
      {
        key: 'vlans/20',
        title: 'VLAN 20 Guests',
        state: 'new',
        changes: [CHANGE],
        excepted: false,
        path: 'vlans.0',
        notes: [],
      },
    ],
    violations: [],
    review: {
      changes: [CHANGE],
      devices: [{ id: AP.id, name: AP.name, model: AP.model, online: true, restarts: false }],
      clientsAffected: 0,

      costs: [],
    },
    cutsOff: false,
    ownDraft: 0,
  },
  templateApply: {
    items: [{ projectId: 7, result: 'applied', version: 2, jobId: createJob(AP, 'configure').id }],
    total: 1,
  },
  jobGet: createJob(AP, 'configure'),
};
const dialog = page.getByRole('dialog');

it('is reviewed for a project, applied to it, and shows the outcome', async () => {
  await openConsole(`/templates?open=${ID}&dialog=apply`, { devices: [AP], answers: ANSWERS });
  await dialog.getByLabelText('Small hotel').click();
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await expect.element(dialog.getByText('VLAN 20 Guests').first()).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Apply to 1 project' }).click();
  await expect.element(dialog.getByText('1 of 1 device done')).toBeVisible();
  await expectAccessible();
});

it('names the rule that a template breaks in a project', async () => {
  await openConsole(`/templates?open=${ID}&dialog=apply`, {
    devices: [AP],
    answers: {
      ...ANSWERS,
      templatePreview: {
        projectId: 7,
        projectName: 'Small hotel',
        baseVersion: 1,
        items: [],
        violations: [{ path: 'vlans.0.ip', code: 107, message: 'VLAN 40 has the same addresses.' }],
        cutsOff: false,
        ownDraft: 0,
      },
    },
  });
  await dialog.getByLabelText('Small hotel').click();
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await expect.element(dialog.getByText('rejected: 1 rule broken')).toBeVisible();
  await expect.element(dialog.getByText('VLAN 40 has the same addresses.')).toBeVisible();
  await expectAccessible();
});
