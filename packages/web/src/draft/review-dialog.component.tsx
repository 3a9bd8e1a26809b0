import {
  type BrokenPath,
  type ConfigReview,
  EMPTY_NETWORK_CONFIG,
  ERRORS,
  type Job,
  type NetworkConfig,
  type NetworkDraft,
  NET_MODES,
  type NetworkScope,
} from '@northlight/contract';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ShellContextProvider } from '../app/shell-context.tsx';
import { answerWith, Refusal, type SentRequest } from '../testing/answers.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { ALLOWED, createProject, createSession, PAST } from '../testing/fixtures.ts';
import { render } from '../testing/render.tsx';
import { NetworkDraftProvider } from './draft-context.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';

const PROJECT = createProject({ deviceCount: 1, devicesOnline: 1 });
const SESSION = createSession();
const SCOPE: NetworkScope = {
  lanPorts: [],
  wanPorts: [],
  features: ['vlan'],
  limits: { vlanMin: 10, vlanMax: 4094, vlans: 32, dhcpPools: 32, staticRoutes: 64, portMappings: 64 },
  wireless: { netMode: NET_MODES.wlan, devices: [], hasGateway: true },
};
const STAGED: NetworkConfig = {
  vlans: [{ id: 20, name: 'Guests', ip: '10.20.0.1', prefix: 24, ports: [] }],
  dhcpPools: [],
};
const REVIEW: ConfigReview = {
  changes: [
    {
      path: ['vlans', '20'],
      item: 'VLAN 20',
      setting: 'VLAN 20',
      after: 'name Guests; address 10.20.0.1/24',
      fields: [
        { label: 'name', value: 'Guests' },
        { label: 'address', value: '10.20.0.1/24' },
      ],
    },
    {
      path: ['vlans', '30', 'name'],
      item: 'VLAN 30',
      label: 'name',
      setting: 'VLAN 30, name',
      now: 'Staff',
      after: 'Office',
    },
    {
      path: ['staticRoutes', 'branch'],
      item: 'Static route branch',
      setting: 'Static route branch',
      now: '10.9.0.0/24',
    },
  ],
  devices: [{ id: 'd1', name: 'GW-1', model: 'NL-GW5', online: true, restarts: true, items: ['VLAN 20'] }],
  clientsAffected: 4,

  costs: ['Clients of VLAN 30 lose their connection and join again.'],
};
const CUT_OFF: BrokenPath = {
  kind: 'cloud',
  deviceId: 'd1',
  deviceName: 'GW-1',
  why: 'Its port would be in no VLAN.',
  lost: true,
};
const JOB: Job = {
  id: '6f1c7d52-3a0b-4c89-9d1e-27b4f0a8c365',
  kind: 'configure',
  title: 'Apply VLAN 20',
  state: 'running',
  createdAt: PAST,
  createdBy: 'anna@example.com',
  rows: [
    {
      deviceId: 'd1',
      deviceName: 'GW-1',
      state: 'sent',
      issues: [],
      wave: 0,
      updatedAt: PAST,
    },
  ],
  wave: 0,
  can: { cancel: ALLOWED, retry: ALLOWED },
};

/** A page that shows the review dialog until it closes. */
function Page() {
  const [opened, setOpened] = useState(true);
  return opened ? <ReviewDialog onClose={() => setOpened(false)} /> : <p>Back on the page</p>;
}

type Answers = Parameters<typeof answerWith>[0];

/** Opens the review of a draft with one VLAN on version 3 of the configuration. */
async function open(answers: Answers = {}, appliedVersion = 3): Promise<readonly SentRequest[]> {
  let draft: NetworkDraft | undefined = {
    version: 1,
    baseVersion: 3,
    base: EMPTY_NETWORK_CONFIG,
    config: STAGED,
    devices: [],
    updatedAt: PAST,
  };
  const sent = answerWith({
    networkConfigGet: {
      version: appliedVersion,
      config: EMPTY_NETWORK_CONFIG,
      scope: SCOPE,
      can: { configure: ALLOWED },
    },
    networkDraftGet: () => (draft ? { draft } : {}),
    networkDraftSave: () => {
      draft = undefined;
      return {};
    },
    networkConfigReview: REVIEW,
    networkConfigApply: { version: 4, job: JOB },
    jobGet: JOB,
    ...answers,
  });
  await render(
    <ShellContextProvider value={{ session: SESSION, project: PROJECT, projects: [PROJECT] }}>
      <NetworkDraftProvider>
        <Page />
      </NetworkDraftProvider>
    </ShellContextProvider>,
  );
  return sent;
}

const dialog = page.getByRole('dialog', { name: 'Review changes' });
const apply = page.getByRole('button', { name: 'Apply 3 changes' });
const line = (setting: string) => dialog.getByRole('row').filter({ hasText: setting });

describe('the review of staged changes', () => {
  it('lists each field before and after by item, the affected devices and clients, and the costs', async () => {
    await open();
    await expect.element(line('VLAN 20')).toHaveTextContent('VLAN 20newRevert');
    await expect.element(line('10.20.0.1/24')).toHaveTextContent('name Guestsaddress 10.20.0.1/24');
    await expect.element(line('Office')).toHaveTextContent('nameStaffOffice');
    await expect.element(line('Static route branch')).toHaveTextContent('Static route branchremoved');
    await expect.element(line('10.9.0.0/24')).toHaveTextContent('settings 10.9.0.0/24');
    await expect
      .element(dialog.getByRole('list', { name: 'Affected devices' }))
      .toHaveTextContent('GW-1 VLAN 20 · restarts');
    await expect
      .element(dialog.getByText('1 device changes. 4 clients may disconnect briefly.'))
      .toBeVisible();
    await expect.element(dialog.getByText('Clients of VLAN 30 lose their connection')).toBeVisible();
    await expectAccessible();
  });

  it('marks a cost that leaves clients without a connection', async () => {
    const lost = 'VLAN 30: 1 client gets no address, because its DHCP pool is removed.';
    await open({ networkConfigReview: { ...REVIEW, costs: [...REVIEW.costs, lost], warnings: [lost] } });
    const colorOf = (text: string) => getComputedStyle(dialog.getByText(text).element()).color;
    await expect.element(dialog.getByText(lost)).toBeVisible();
    expect(colorOf(lost)).not.toBe(colorOf('Clients of VLAN 30 lose their connection'));
  });

  it('applies the draft on its base version, and then shows the answers of the devices', async () => {
    const sent = await open();
    await apply.click();
    await expect.element(page.getByRole('dialog').getByText('GW-1')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Close', exact: true }).last()).toBeVisible();
    await expect.element(apply).not.toBeInTheDocument();
    expect(sent.find(({ operation }) => operation === 'networkConfigApply')?.body).toEqual({
      baseVersion: 3,
      config: STAGED,
      devices: [],
      confirmName: '',
    });
  });

  it('requires the name of the project when a device would lose its connection to the cloud', async () => {
    const sent = await open({ networkConfigReview: { ...REVIEW, broken: [CUT_OFF] } });
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('1 connection would be lost');
    await expect.element(apply).toHaveAttribute('aria-disabled', 'true');
    await expect.element(apply).toHaveTextContent('Apply 3 changes anyway');
    await expect.element(apply).toHaveAccessibleDescription('Enter the project name, Small hotel, first.');
    const field = dialog.getByLabelText('Enter Small hotel to apply anyway');
    await field.fill('small hotel');
    await expect.element(apply).toHaveAttribute('aria-disabled', 'true');
    await field.fill('Small hotel');
    await expect.element(apply).not.toHaveAttribute('aria-disabled');
    await apply.click();
    await expect
      .poll(() => sent.find(({ operation }) => operation === 'networkConfigApply')?.body)
      .toMatchObject({ confirmName: 'Small hotel' });
  });

  it('names the devices that cannot roll back', async () => {
    const unprotected: BrokenPath = {
      ...CUT_OFF,
      kind: 'management',
      deviceId: 'd2',
      deviceName: 'AP-2',
      why: 'VLAN 20 of its management IP is removed.',
      cannotRollBack: true,
    };
    await open({ networkConfigReview: { ...REVIEW, broken: [unprotected] } });
    const alert = dialog.getByRole('alert');
    await expect.element(alert).toHaveTextContent('1 device cannot roll back');
    await expect.element(alert).toHaveTextContent('AP-2 can lose its connection to the cloud.');
    await expect.element(alert).not.toHaveTextContent('would be lost');
    await expect
      .element(dialog.getByLabelText('Enter Small hotel to apply anyway'))
      .toHaveAccessibleDescription(
        'AP-2 cannot roll back: if it cannot reach the cloud afterwards, a person on site is needed.',
      );
    await expect.element(apply).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible();
  });

  it('shows why the server rejects the draft, without an apply button', async () => {
    const { code, message, status } = ERRORS.vlanIdExists;
    const fields = { 'vlans.0.id': 'VLAN 20 exists twice.' };
    await open({ networkConfigReview: new Refusal(status, { code, message, fields }) });
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(message);
    await expect.element(dialog.getByText('VLAN 20 exists twice.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Apply/ })).not.toBeInTheDocument();
  });

  it('shows no apply button when another configuration was applied in the meantime', async () => {
    await open({}, 4);
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('The configuration was changed in the meantime');
    await expect.element(line('VLAN 20')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Apply/ })).not.toBeInTheDocument();
  });

  it('reverts a single item of the draft', async () => {
    const sent = await open();
    await dialog.getByRole('button', { name: 'Revert VLAN 20' }).click();
    await expect.element(page.getByText('There are no staged changes.')).toBeVisible();
    await expect
      .poll(() => sent.find(({ operation }) => operation === 'networkDraftSave')?.body)
      .toMatchObject({ config: EMPTY_NETWORK_CONFIG });
  });

  it('returns to the page without applying', async () => {
    const sent = await open();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect.element(page.getByText('Back on the page')).toBeVisible();
    expect(sent.map(({ operation }) => operation)).not.toContain('networkConfigApply');
  });
});
