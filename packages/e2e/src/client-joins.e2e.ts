import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from './seed.ts';
import { findRow, waitForRow } from './steps.ts';

/** Maximum time until a new client appears in the list (ms). */
const GOAL_MS = 5_000;
const GUESTS = 5;

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

const guest = (number: number) => ({
  mac: `02:00:5e:00:00:0${number}`,
  name: `Late guest ${number}`,
  ip: `10.0.1.${number}`,
  vlan: 1,
  ssid: 'Fleet',
});

describe('a client that connects', () => {
  it('appears in the open client list within 5 s without a reload', async () => {
    await using installer = await product.install({
      devices: [{ model: 'NL-AP6C', name: 'Lobby-AP' }],
      path: '',
    });
    const { devices, fleet, page, project } = installer;
    let asked = 0;
    page.on('request', (request) => {
      if (/\/projects\/\d+\/clients\?/.test(`${request.url()}?`)) asked += 1;
    });
    await page.goto(`/manage/onlinelist?project=${project.id}`);
    await page.getByRole('heading', { name: 'Client List' }).waitFor();
    const took: number[] = [];
    asked = 0;
    for (let number = 1; number <= GUESTS; number++) {
      const { name, ...client } = guest(number);
      await findRow(page, name).waitFor({ state: 'hidden' });
      const start = performance.now();
      fleet.site.join({ ...client, name }, devices[0]?.sn ?? '');
      await waitForRow(page, name, 'Lobby-AP', GOAL_MS);
      took.push(performance.now() - start);
    }
    console.log(`clients appeared in the list after ${took.map((ms) => `${Math.round(ms)} ms`).join(', ')}`);
    expect(Math.max(...took)).toBeLessThan(GOAL_MS);
    expect(asked).toBe(0);
  });
});
