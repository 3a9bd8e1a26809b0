import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createSession } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** Interval of idle checks. */
const CHECK_MS = 3 * SECOND_MS;
const warning = page.getByRole('dialog', { name: 'Stay signed in?' });

/** Opens a page of a session with an idle time of 30 min, on a clock that only the test advances. */
async function openIdleConsole(answers: Parameters<typeof openConsole>[1] = {}) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const shown = await openConsole('/manage/devconf?project=7', {
    session: createSession({ idleMinutes: 30 }),
    ...answers,
  });
  await expect.element(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
  return shown;
}

/** Passes a time without activity, with a check at its end. */
function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms - CHECK_MS);
  vi.advanceTimersByTime(CHECK_MS);
}

it('warns before 30 min without activity have passed, and then signs out', async () => {
  const { navigations } = await openIdleConsole({ answers: { signOut: { ok: true } } });
  pass(28 * MINUTE_MS);
  await expect.element(warning).not.toBeInTheDocument();
  pass(MINUTE_MS + 10 * SECOND_MS);
  await expect.element(warning.getByText(/You will be signed out in \d+ s/)).toBeVisible();
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect.element(warning).not.toBeInTheDocument();
  pass(29.5 * MINUTE_MS);
  await expect.element(warning).toBeVisible();
  // A pointer at rest is not activity, although the warning appeared under it.
  window.dispatchEvent(new PointerEvent('pointermove'));
  pass(40 * SECOND_MS);
  await expect.poll(() => navigations).toEqual([expect.stringMatching(/^\/login\?.*why=idle/)]);
  expect(localStorage.getItem('northlight.last-account')).toBeNull();
});

it('continues while the user works in another tab', async () => {
  const { navigations } = await openIdleConsole();
  const other = new BroadcastChannel('northlight.activity');
  onTestFinished(() => other.close());
  pass(29.3 * MINUTE_MS);
  await expect.element(warning).toBeVisible();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  other.postMessage('');
  await expect
    .poll(() => {
      vi.advanceTimersByTime(CHECK_MS);
      return warning.elements().length;
    })
    .toBe(0);
  pass(2 * MINUTE_MS);
  await expect.element(warning).not.toBeInTheDocument();
  expect(navigations).toEqual([]);
});
