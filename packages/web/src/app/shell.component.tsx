import { expect, it, onTestFinished } from 'vitest';
import { createProject } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';

/** Adds the icon of the console's document; returns its current address. */
function addIcon(): () => string | null {
  const icon = document.createElement('link');
  icon.id = 'favicon';
  icon.rel = 'icon';
  document.head.append(icon);
  onTestFinished(() => icon.remove());
  return () => icon.getAttribute('href');
}

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
