import { readdirSync, readFileSync } from 'node:fs';
import { DEMO_MESH_PROJECT, DEMO_WLAN_PROJECT } from '@northlight/contract';
import { pollUntil } from '@northlight/server/testing';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { type Address, OF_DEMO, OF_HELP, ON_PHONE } from './accessibility-addresses.ts';
import { expectAccessible, expectPageAccessible } from './axe.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo } from './steps.ts';

// The time limit is high, because the walk visits all pages.
vi.setConfig({ testTimeout: 600_000 });

const ALARM_MS = 60_000;
const TOPICS = new URL('../../web/src/help/pages/', import.meta.url);

let product: Product;
let values: Readonly<Record<string, string>>;

beforeAll(async () => {
  product = await startProduct({ demo: true });
  values = await findValues(product);
});

afterAll(() => product?.[Symbol.asyncDispose]());

/**
 * Returns the values of the placeholders in the demo's addresses, such as `{alarm}`. Waits for the first shown alarm, which the
 * demo raises soon after it starts.
 */
async function findValues({ env }: Product): Promise<Readonly<Record<string, string>>> {
  const { db } = env.server.context.services;
  const node = await db
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', DEMO_MESH_PROJECT)
    .where('name', '=', 'Kitchen')
    .executeTakeFirstOrThrow();
  const alarm = await pollUntil(
    () =>
      db
        .selectFrom('alarms')
        .select('id')
        .where('project_id', '=', DEMO_WLAN_PROJECT)
        // Other ones are held while the devices start, and deleted.
        .where('status', '=', 'shown')
        .executeTakeFirst(),
    ALARM_MS,
  );
  return { alarm: alarm.id, node: node.id, past: new Date().toISOString() };
}

/** Returns the addresses of the help's topics, with the beginning of their first paragraphs. */
const listTopics = (): readonly Address[] =>
  readdirSync(TOPICS).map((file) => {
    const [, paragraph = ''] = readFileSync(new URL(file, TOPICS), 'utf8').split(/\n\n+/);
    return [`/help/${file.replace('.md', '')}`, /^[^*[`]*/.exec(paragraph)?.[0].trim() ?? ''];
  });

describe('accessibility of the demo in both colour schemes', () => {
  it('has no axe findings on any page with data', async () => {
    await using visitor = await product.visit();
    await openDemo(visitor.page);
    await expectAccessible(visitor.page, OF_DEMO, values);
  });

  it('has no axe findings on any page of the help', async () => {
    await using visitor = await product.visit();
    await openDemo(visitor.page);
    await expectAccessible(visitor.page, [...OF_HELP, ...listTopics()]);
  });

  it('has no axe findings on a phone', async () => {
    await using visitor = await product.visit({ screen: 'phone' });
    await openDemo(visitor.page);
    await expectAccessible(visitor.page, ON_PHONE, values);
  });

  it('has no axe findings in the command palette, the shortcuts and the column menu', async () => {
    await using visitor = await product.visit();
    const { page } = visitor;
    await openDemo(page);
    await page.goto(`/manage/devconf?project=${DEMO_WLAN_PROJECT}`);
    await page.getByText('65 devices', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run a command').fill('a');
    await expectPageAccessible(page, 'palette');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectPageAccessible(page, 'shortcuts');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns and density' }).click();
    await page.getByRole('button', { name: 'Reset' }).waitFor();
    await expectPageAccessible(page, 'columns');
  });
});
