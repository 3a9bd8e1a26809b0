import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { createVlan } from '../../testing/network-steps.ts';
import { createProject, PAST } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';

/** Adds the icon of the console's document; returns its current address. */
function addIcon(): () => string | null {
  const icon = document.createElement('link');
  icon.id = 'favicon';
  icon.rel = 'icon';
  document.head.append(icon);
  onTestFinished(() => icon.remove());
  return () => icon.getAttribute('href');
}

it('opens the live demo for an account, though its list does not have it', async () => {
  const demo = createProject({ id: 500_000, name: 'Demo hotel', property: 'demo' });
  const own = createProject({ id: 8, name: 'Hotel Lisboa' });
  const { address } = await openConsole('/help?project=500000', {
    answers: { projectList: { items: [own], total: 1 }, projectGet: demo },
  });
  await expect.element(page.getByRole('button', { name: 'Demo hotel, switch project' })).toBeVisible();
  expect(address()).toContain('project=500000');
});

it('switches to the project whose page is opened', async () => {
  const [first, second] = [createProject({ name: 'Hotel Lisboa' }), createProject({ id: 8, name: 'House' })];
  const console = await openConsole('/help?project=7', {
    answers: {
      projectList: { items: [first, second], total: 2 },
      projectGet: second,
      alarmList: { items: [] },
    },
  });
  await expect.element(page.getByRole('button', { name: 'Hotel Lisboa, switch project' })).toBeVisible();
  await console.open('/projects/8?project=7');
  await expect.element(page.getByRole('button', { name: 'House, switch project' })).toBeVisible();
  expect(console.address()).toContain('project=8');
});

it('counts the staged changes of the network on every page', async () => {
  const base = { vlans: [], dhcpPools: [] };
  const config = { ...base, vlans: [createVlan(20, 'Guests')] };
  const draft = { version: 1, baseVersion: 0, base, config, devices: [], updatedAt: PAST };
  const { answer, publish } = await openConsole('/help?project=7', {
    answers: { networkDraftGet: { draft } },
  });
  const counter = page.getByRole('contentinfo').getByRole('link', { name: 'Staged changes 1' });
  await expect.element(counter).toHaveAttribute('href', expect.stringContaining('dialog=review'));
  answer({ networkDraftGet: {} });
  publish({ resource: 'networkDraft', projectId: 7 });
  await expect.element(counter).not.toBeInTheDocument();
});

it('puts the worst state into the title and the icon of the tab', async () => {
  const readIcon = addIcon();
  const project = createProject({ name: 'Hotel Lisboa', deviceCount: 1, devicesOnline: 1 });
  const { answer, countStreams, publish } = await openConsole('/help', { project });
  await expect.poll(readIcon).toBe('/favicon-ok.svg');
  await expect.poll(() => document.title).toMatch(/^Hotel Lisboa/);
  await expect.poll(countStreams).toBe(1);
  answer({ projectList: { items: [{ ...project, devicesOnline: 0 }], total: 1 } });
  publish({ resource: 'devices', projectId: 7 });
  await expect.poll(() => document.title).toMatch(/^1 offline, Hotel Lisboa/);
  await expect.poll(readIcon).toBe('/favicon-error.svg');
  answer({ projectList: { items: [project], total: 1 } });
  publish({ resource: 'devices', projectId: 7 });
  await expect.poll(() => document.title).not.toContain('offline');
  await expect.poll(readIcon).toBe('/favicon-ok.svg');
});
