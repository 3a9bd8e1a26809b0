import type { Page } from 'playwright-core';

export const PASSWORD = 'correct horse battery';
export const DEVICE_PASSWORD = 'Abcdefg1';

/** Returns the latest code in the outbox that was sent to an address. */
export async function readCode(page: Page, account: string): Promise<string> {
  const answer = await page.request.get('/dev/outbox');
  const { items } = (await answer.json()) as { items: { to: string; subject: string }[] };
  // The outbox lists the latest message first.
  const mail = items.find(({ to }) => to === account);
  return /\b(?:\d{6}|\d{4})\b/.exec(mail?.subject ?? '')?.[0] ?? '';
}

export async function signUp(page: Page, account: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('E-mail').fill(account);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Digit of the code').first().waitFor();
  await page.getByLabel('Digit of the code').first().click();
  await page.keyboard.type(await readCode(page, account));
  await page.getByLabel('Name').fill('Installer');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Create your first project' }).waitFor();
}

/**
 * Removes the browser's session, as if the browser had been closed. Leaves the page first, because an open
 * page would go to the sign-in page.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Creates a project; the device list of the project is open afterwards. */
export async function createProjectInConsole(
  page: Page,
  name: string,
  mode?: 'Wireless mesh',
): Promise<void> {
  await page.goto('/projects/new');
  await page.getByLabel('Project name').fill(name);
  if (mode !== undefined) await page.getByText(mode, { exact: true }).click();
  await page.getByRole('combobox', { name: 'Country' }).fill('Portugal');
  await page.getByRole('option', { name: 'Portugal' }).click();
  await page.getByRole('combobox', { name: 'City' }).fill('Lisbon');
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[value^="Europe/Lisbon"]') !== null,
  );
  await page.getByLabel('Device management password').fill(DEVICE_PASSWORD);
  await page.getByRole('button', { name: 'Create project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add devices' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
}

/** Pastes a text into the focused field, like a user with the clipboard. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

export interface DeviceLabel {
  readonly sn: string;
  readonly claimCode: string;
}

export async function addDevice(page: Page, { sn, claimCode }: DeviceLabel, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add devices' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add devices' });
  await dialog.getByRole('textbox', { name: 'Serial number', exact: true }).fill(sn);
  await dialog.getByRole('textbox', { name: 'Claim code', exact: true }).fill(claimCode);
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Add device', exact: true }).click();
  await dialog.getByText('1 device added').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Returns the row of a list that shows a text. */
export function findRow(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text });
}

/** Waits until the row contains a text, without a reload. */
export async function waitForRow(
  page: Page,
  name: string,
  text: string | RegExp,
  timeout = 30_000,
): Promise<void> {
  await findRow(page, name).filter({ hasText: text }).first().waitFor({ timeout });
}

export async function openDemo(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Live demo' }).click();
  await page.waitForURL('**/overview/preview**');
}

/** Turns off the DHCP server of the VLAN in the open form, so that the VLAN is the only staged change. */
export const turnOffDhcp = (page: Page): Promise<void> =>
  page.getByRole('switch', { name: 'DHCP server' }).uncheck({ force: true });

/** Opens a page and waits for its content. */
export async function waitUntilPageSettled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  // Waits for the title of a dialog, because dialogs are loaded on demand.
  if (path.includes('dialog=')) await page.getByRole('dialog').getByRole('heading').first().waitFor();
}
