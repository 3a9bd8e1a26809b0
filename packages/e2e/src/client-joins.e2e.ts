import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { findRow, waitForRow } from './steps.ts';

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
  it('appears in the open client list without a request for the list', async () => {
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
    asked = 0;
    for (let number = 1; number <= GUESTS; number++) {
      const { name, ...client } = guest(number);
      await findRow(page, name).waitFor({ state: 'hidden' });
      fleet.site.join({ ...client, name }, devices[0]?.sn ?? '');
      await waitForRow(page, name, 'Lobby-AP');
    }
    expect(asked).toBe(0);
  });
});
