import type { NetworkConfig } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createNetworkAnswers } from '../testing/network-answers.ts';
import { addVlan, createVlan } from '../testing/network-steps.ts';
import { openConsole } from '../testing/open-console.tsx';
import { expectStaged, findButton, findRow, stage } from '../testing/steps.ts';

const openPage = (config?: NetworkConfig) =>
  openConsole('/manage/networkconf/vlan?project=7', {
    answers: createNetworkAnswers(config && { config }),
  });

it('asks before edits outside the draft are discarded, and Back closes the panel', async () => {
  const { back } = await openPage();
  await addVlan(20, 'Guests');
  await findRow('Guests').click();
  const name = page.getByLabelText('Name', { exact: true });
  await name.fill('Lobby');
  await page.getByRole('link', { name: 'DHCP Policy' }).click();
  await expectAccessible();
  const question = page.getByRole('dialog', { name: 'Discard your edits?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Lobby');
  await stage();
  await expect.element(name).not.toBeInTheDocument();
  await findRow('Lobby').click();
  await expect.element(name).toBeVisible();
  back();
  await expect.element(name).not.toBeInTheDocument();
  await findRow('Lobby').click();
  await name.fill('Office');
  await findButton('Close panel').click();
  await question.getByRole('button', { name: 'Discard edits' }).click();
  await expect.element(name).not.toBeInTheDocument();
  await expect.element(findRow('Lobby')).toBeVisible();
});

it('discards the draft as a whole', async () => {
  const { reload } = await openPage({ vlans: [createVlan(40, 'Cameras')], dhcpPools: [] });
  await addVlan(50, 'Spare');
  await expectStaged(1);
  await findButton('Discard changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(page.getByRole('region', { name: 'Staged changes' })).not.toBeInTheDocument();
  await reload();
  await expect.element(findRow('Cameras')).toBeVisible();
  await expect.element(findRow('Spare')).not.toBeInTheDocument();
});
