import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createProject, OWNER } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';

const readKeys = (storage: Storage): string[] => Object.keys(storage);

it('stores its project and the last account in Base64, and clears both at sign-out', async () => {
  const { navigations } = await openConsole('/manage/devconf?project=7', {
    project: createProject({ name: 'Kept' }),
    answers: { signOut: { ok: true } },
  });
  await expect.element(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
  expect(JSON.parse(sessionStorage.getItem('northlight.project') ?? '')).toEqual({
    id: 7,
    isShare: false,
    netMode: 0,
    projectName: 'Kept',
    right: 'rw',
    zone: expect.stringMatching(/^[+-]\d/),
    type_flag: 0,
  });
  const last: unknown = JSON.parse(localStorage.getItem('northlight.last-account') ?? '');
  expect(atob(String(last))).toBe(OWNER);
  localStorage.setItem('northlight.panel-width', '444');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect.poll(() => navigations).toEqual(['/login']);
  expect(readKeys(sessionStorage)).toEqual([]);
  expect(readKeys(localStorage)).not.toContain('northlight.panel-width');
  expect(readKeys(localStorage)).not.toContain('northlight.last-account');
  expect(localStorage.getItem('northlight.showUpgradeAlertInfo')).toBe('true');
});

it('removes a global storage that cannot be parsed', async () => {
  const shown = await openConsole('/manage/devconf?project=7');
  const empty = page.getByRole('heading', { name: 'No devices yet' });
  await expect.element(empty).toBeVisible();
  localStorage.setItem('northlight.global', '"%%%garbage"');
  await shown.reload();
  await expect.element(empty).toBeVisible();
  expect(readKeys(localStorage)).not.toContain('northlight.global');
});
