import { DEMO_WLAN_PROJECT, ERRORS } from '@northlight/contract';
import { MINUTE_MS, SystemClock } from '@northlight/runtime';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo } from './steps.ts';

const PAGE = '/manage/rfconf';
/** Radios of the demo hotel that must have reported a scan before a plan is worth anything. */
const SCANNED_RADIOS = 60;
/** Time zone of the demo hotel. */
const ZONE = 'Europe/Lisbon';
const WAIT_MS = 120_000;
/** Time that devices have before the quiet hour to report with the new time (ms). */
const SETTLING_MS = 10_000;

/** The clock of the machine, which can be put forward. */
class ForwardClock extends SystemClock {
  #ahead = 0;

  override now(): number {
    return super.now() + this.#ahead;
  }

  putForward(ms: number): void {
    this.#ahead += ms;
  }
}

const clock = new ForwardClock();
let product: Product;
beforeAll(async () => {
  product = await startProduct({ clock, speed: 20, demo: true });
});
afterAll(() => product?.[Symbol.asyncDispose]());

/** Opens the screen in an own copy of the demo hotel, whose radios have scanned. */
async function openHotel() {
  const person = await product.signIn();
  const { id: projectId } = await person.api.call('demoCopyCreate', { body: { scene: 'wlan' } });
  const countScanned = async (): Promise<number> => {
    const { radios } = await person.api.call('rfInterferenceGet', { params: { projectId } });
    return radios.filter(({ scannedAt }) => scannedAt !== undefined).length;
  };
  await expect.poll(countScanned, { timeout: WAIT_MS }).toBeGreaterThan(SCANNED_RADIOS);
  await person.page.goto(`${PAGE}?project=${projectId}`);
  return person;
}

const findDialog = (page: Page) => page.getByRole('dialog');

/** Applies the changes of the open review, waits for all devices, and closes the dialog. */
async function applyReview(page: Page): Promise<void> {
  await findDialog(page)
    .getByRole('button', { name: /^Apply/ })
    .click();
  await findDialog(page).getByRole('heading', { name: 'Changes applied' }).waitFor({ timeout: WAIT_MS });
  await findDialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
}

describe('an RF optimization', () => {
  it('plans channels, applies a part of the changes in steps, and restores the channels before', async () => {
    await using person = await openHotel();
    const { page } = person;
    await page.getByRole('button', { name: 'Start optimization' }).click();
    await page
      .getByRole('heading', { name: /^Interference −\d+ %.* at most \d/ })
      .waitFor({ timeout: WAIT_MS });
    const slider = page.getByRole('slider', { name: 'Number of changed radios' });
    await slider.focus();
    await page.keyboard.press('Home');
    for (let change = 0; change < 6; change += 1) await page.keyboard.press('ArrowRight');
    await page.getByText(/^6 of \d+ radios bring \d+ % of the improvement$/).waitFor();
    await page.getByText('6 radios', { exact: true }).waitFor();
    const accept = page.getByRole('checkbox', { name: /^Accept the change of / }).first();
    await accept.click();
    await page.getByText('You refused its change.').first().waitFor();
    await page.getByRole('button', { name: 'Apply now' }).click();
    await findDialog(page)
      .getByText(/clients? may disconnect/)
      .waitFor();
    await applyReview(page);
    await page.getByText(/^Applied at .+: \d changes/).waitFor();
    await page.getByRole('button', { name: 'Show devices' }).waitFor();

    await page.getByText('History', { exact: true }).first().click();
    await page
      .getByRole('row', { name: /Manual/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Restore what was before' }).click();
    await applyReview(page);
    await page
      .getByText(/restored at /)
      .first()
      .waitFor();
  });

  it('scans on request, and shows the progress of the access points', async () => {
    await using person = await openHotel();
    const { page } = person;
    await page.getByText('Interference', { exact: true }).click();
    const scan = page.getByRole('button', { name: 'Scan now' });
    await scan.click();
    await expect(scan).toHaveAccessibleDescription('The access points scan at the moment.');
    // The others scan after the first ones.
    await page
      .getByText(/^\d+ % · [1-9]\d* of \d+ devices done · about \d min left$/)
      .waitFor({ timeout: WAIT_MS });
    await page.getByRole('progressbar', { name: /^Scan: [1-9]\d? percent$/ }).waitFor();
  });

  // Access points report once a minute.
  it(
    'runs at the quiet hour that the settings name, and the access points get its plan',
    { timeout: 2 * WAIT_MS },
    async () => {
      await using person = await openHotel();
      const { page } = person;
      await page.getByText('Settings', { exact: true }).last().click();
      await page.getByRole('radio', { name: 'Scheduled' }).click();
      const quietHour = Math.ceil(clock.now() / MINUTE_MS + 1) * MINUTE_MS;
      await page
        .getByLabel('Quiet hour')
        .fill(new Date(quietHour).toLocaleTimeString('en-GB', { timeZone: ZONE, timeStyle: 'short' }));
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The settings of RF optimization were saved.').waitFor();
      clock.putForward(quietHour - clock.now() - SETTLING_MS);

      await page.getByText('History', { exact: true }).first().click();
      const run = page.getByRole('row', { name: /Scheduled/ });
      await run.filter({ hasText: /Applied/ }).waitFor({ timeout: WAIT_MS });
      await run.click();
      await page.getByRole('link', { name: 'Open the plan' }).click();
      await page.getByText(/^Applied at .+ by .+: \d+ changes/).waitFor();
      const confirmed = page.getByRole('row').filter({ hasText: 'Confirmed' });
      await confirmed.first().waitFor({ timeout: WAIT_MS });
    },
  );

  it('is not possible in the public demo, with the reason', async () => {
    await using visitor = await product.visit();
    const { page } = visitor;
    await openDemo(page);
    await page.goto(`${PAGE}?project=${DEMO_WLAN_PROJECT}`);
    const start = page.getByRole('button', { name: /^(?:Start optimization|Plan again)$/ }).first();
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await expect(start).toHaveAccessibleDescription(ERRORS.demoProject.message);
  });
});
