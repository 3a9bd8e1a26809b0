import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createDevice } from '../testing/fixtures.ts';
import { createNetworkAnswers } from '../testing/network-answers.ts';
import { openConsole } from '../testing/open-console.tsx';
import { createSecretAnswers } from '../testing/secret-answers.ts';
import { createSeriesAnswers } from '../testing/series-answers.ts';
import { choose, expectStaged, findButton, findRow, stage } from '../testing/steps.ts';

const SHARED = 'shared-by-radius';
const LINE = 'line-password';
const GATEWAY = createDevice('NL-GW5', 'GW-1');

const draftSaved = page.getByText('Draft saved.');
const findSecret = (secret: string) => page.getByText(secret, { exact: true });

/** Reveals a secret, and expects that no field of the form contains it. */
async function expectRevealed(label: string, secret: string): Promise<void> {
  const reveal = findButton(`Reveal ${label}`);
  await expect.element(reveal).toBeVisible();
  await expect.element(findSecret(secret)).not.toBeInTheDocument();
  await reveal.click();
  await expect.element(findSecret(secret)).toBeVisible();
  await expect
    .poll(() => [...document.querySelectorAll('input')].filter(({ value }) => value.includes(secret)))
    .toEqual([]);
  await findButton(`Hide ${label}`).click();
  await expect.element(findSecret(secret)).not.toBeInTheDocument();
}

it('reveals the password of a RADIUS server on request, and does not fill it into the form', async () => {
  const { reload } = await openConsole('/manage/wirelessconf?project=7', {
    answers: { ...createNetworkAnswers(), ...createSecretAnswers(), wirelessAirGet: { items: [] } },
  });
  await findButton('Add Wi-Fi network').first().click();
  await page.getByLabelText('Name', { exact: true }).fill('Lobby');
  await page.getByLabelText('SSID', { exact: true }).fill('Lobby');
  await choose('Security mode', 'WPA2 (RADIUS)');
  await page.getByLabelText('RADIUS server').fill('10.0.0.5');
  await expect.element(findButton('Reveal current RADIUS password')).not.toBeInTheDocument();
  await page.getByLabelText('RADIUS password', { exact: true }).fill(SHARED);
  await stage();
  await expect.element(draftSaved).toBeVisible();
  await reload();
  await findRow('Lobby').click();
  await expectRevealed('current RADIUS password', SHARED);
});

it('reveals the password of a PPPoE connection on request, and hides it after 30 s', async () => {
  const { reload } = await openConsole('/manage/networkconf/netset?project=7', {
    devices: [GATEWAY],
    answers: {
      ...createNetworkAnswers({ devices: [GATEWAY] }),
      ...createSecretAnswers(),
      ...createSeriesAnswers(),
    },
  });
  await findButton('Edit settings of WAN1').click();
  await page.getByRole('radio', { name: /^PPPoE/ }).click();
  await page.getByLabelText('User name 1').fill('hotel@isp');
  await page.getByLabelText('Password 1').fill(LINE);
  await stage();
  await expectStaged(1);
  await expect.element(draftSaved).toBeVisible();
  await reload();
  await findButton('Edit settings of WAN1').click();
  await expectRevealed('password of hotel@isp', LINE);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await findButton('Reveal password of hotel@isp').click();
  await expect.element(findSecret(LINE)).toBeVisible();
  vi.advanceTimersByTime(29_000);
  await expect.element(findSecret(LINE)).toBeVisible();
  vi.advanceTimersByTime(2_000);
  await expect.element(findSecret(LINE)).not.toBeInTheDocument();
});
