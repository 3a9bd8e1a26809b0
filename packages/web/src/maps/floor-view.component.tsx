import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openConsole } from '../testing/open-console.tsx';
import { collectSavedFiles } from '../testing/saved-files.ts';
import { findButton, findPanel, press } from '../testing/steps.ts';
import { createRow } from '../rf/testing/rf-answers.ts';
import { createMap, createMapAnswers, HALL_DEVICE, PLANNED } from './testing/map-answers.ts';
import { expectHeat, measureHeat, walls } from './testing/map-steps.ts';

async function openPage(map = createMap({ planned: [PLANNED] })) {
  await openConsole('/manage/visualization/td?project=7', { answers: createMapAnswers(map) });
  await expect.element(walls.first()).toBeInTheDocument();
}

it('tries out the failure of an access point without saving it', async () => {
  await openPage();
  await expectHeat((share) => share > 0.3);
  await page.getByRole('button', { name: 'Planned 1, planned' }).click();
  await findPanel('Device').getByRole('switch', { name: 'Simulate a failure' }).click({ force: true });
  await expect
    .element(page.getByText('One device is tried out with other settings. Nothing is saved.'))
    .toBeVisible();
  await expectHeat((share) => share < 0.05);
  await findButton('End the trial').click();
  await expectHeat((share) => share > 0.3);
  await page.getByRole('radiogroup', { name: 'View' }).getByText('List').click();
  await expect.element(page.getByRole('table', { name: 'Devices' }).getByText('Planned 1')).toBeVisible();
  await expectAccessible();
});

it('saves the map as a picture and as a document with its legend', async () => {
  const files = collectSavedFiles();
  await openPage();
  await expectHeat((share) => share > 0.3);
  const save = async (format: string): Promise<Blob> => {
    const before = files.length;
    await findButton('Export').click();
    await page.getByRole('menuitem', { name: format }).click();
    await expect.poll(() => files.length).toBe(before + 1);
    return files.at(-1)?.data ?? new Blob();
  };
  expect(await measureHeat(await save('Picture (PNG)'))).toBeGreaterThan(0.3);
  expect((await (await save('Document (PDF)')).text()).slice(0, 5)).toBe('%PDF-');
  const text = await (await save('Drawing (SVG)')).text();
  expect(text).toContain('Planned 1 (planned)');
  expect(text).toContain('typical error 8 dB');
});

it('proposes places of access points for a target, with the reason of each', async () => {
  await openPage(createMap());
  await findButton('Add device').click();
  await page.getByRole('menuitem', { name: 'Place access points for the target…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Place access points' });
  await dialog.getByRole('button', { name: 'Propose places' }).click();
  await expect.element(dialog.getByText(/access points? covers? /)).toBeVisible();
  await expect.element(dialog.getByText(/^Adds /).first()).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: /^Add \d planned device/ }).click();
  await expect.element(page.getByRole('button', { name: 'Planned 1, planned' })).toBeInTheDocument();
  await expect.element(page.getByText(/^(9[5-9]|100)% of [\d,]+ m² reach/)).toBeVisible();
});

it('shows the channel plan of an RF optimization without saving it', async () => {
  const { id: _id, model: _model, name: _name, ...place } = PLANNED;
  const map = createMap({ devices: [{ ...place, deviceId: HALL_DEVICE.id }] });
  await openConsole('/manage/visualization/td?project=7', {
    answers: { ...createMapAnswers(map), rfProposalGet: { rows: [createRow('Hall')] } },
  });
  const plan = page.getByRole('switch', { name: 'Show the channel plan' });
  // By key, because the switch moves while the page loads.
  await press(plan, ' ');
  await expect
    .element(page.getByText('The channel plan is shown: 1 radio changes here. Nothing is saved.'))
    .toBeVisible();
  await findButton('End the trial').click();
  await expect.element(plan).not.toBeChecked();
});
