import { topics } from '@northlight/contract/device-protocol';
import { registerBaseDevices } from '@northlight/server';
import { RawDevice, createSampleDevice } from '@northlight/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

interface LiveList extends AsyncDisposable {
  readonly page: Page;
  /** Sends a report of the device with this number of clients. */
  readonly report: (clients: number) => Promise<unknown>;
  /** Returns the number of requests for the device list since the last call. */
  readonly requests: () => number;
}

/** Opens a device list with one access point that the test simulates. */
async function openList(): Promise<LiveList> {
  await using opening = new AsyncDisposableStack();
  const { env } = product;
  const base = { ...createSampleDevice(), model: 'NL-AP6C' };
  const owner = opening.use(await product.install({ projectName: 'Hotel Lisboa', path: '' }));
  const { api, page, project } = owner;
  let requests = 0;
  page.on('request', (request) => {
    if (/\/projects\/\d+\/devices(\?|$)/.test(request.url())) requests += 1;
  });
  await registerBaseDevices(env.server.context.services.db, [base], Date.now());
  const { sn, claimCode } = base;
  await api.call('deviceAdd', {
    params: { projectId: project.id },
    body: { sn, claimCode, name: 'Lobby' },
  });
  const credential = await RawDevice.provision(env.mqttPort, base);
  const device = opening.use(
    await RawDevice.online(env.mqttPort, base, credential, { session: 'one', ts: Date.now() }),
  );
  await page.goto(`/manage/devconf?project=${project.id}`);
  await expect(page.getByRole('grid').getByText('Online')).toBeVisible();
  let reports = 0;
  const report = (clients: number): Promise<unknown> =>
    device.publish(topics.up(credential.id, 'stat'), {
      session: 'one',
      seq: ++reports,
      ts: Date.now(),
      clients,
      cpu: 10,
    });
  const disposal = opening.move();
  return {
    page,
    report,
    requests: () => {
      const count = requests;
      requests = 0;
      return count;
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

const shown = (page: Page, clients: number): Promise<void> =>
  expect(page.getByRole('grid').getByText(clients.toLocaleString('en-US'), { exact: true })).toBeVisible();

/** Simulates that the user changes to another tab or back to this one. */
const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
const streams = (): number => product.env.server.context.services.live.subscriberCount;

describe('live updates of a page', () => {
  it('show the figures of a report in its row without a request for the list', async () => {
    await using list = await openList();
    const { page, report, requests } = list;
    // Sends several reports, because the changes of the first connection must be published before the last
    // report.
    for (const clients of [3001, 3002, 3003]) {
      await report(clients);
      await shown(page, clients);
    }
    requests();
    for (const clients of [3004, 3005, 3006]) {
      await report(clients);
      await shown(page, clients);
    }
    expect(requests()).toBe(0);
  });

  it('stop while the page is hidden, and need at most one request when it is shown again', async () => {
    await using list = await openList();
    const { page, report, requests } = list;
    for (const clients of [3001, 3002]) {
      await report(clients);
      await shown(page, clients);
    }
    await expect.poll(streams).toBe(1);
    await setHidden(page, true);
    await expect.poll(streams).toBe(0);
    requests();
    await report(3010);
    await expect(page.getByText('Hotel Lisboa').first()).toBeVisible();
    expect(requests()).toBe(0);
    await setHidden(page, false);
    await shown(page, 3010);
    await expect.poll(streams).toBe(1);
    await report(3011);
    await shown(page, 3011);
    // Expects at most one request; none is needed if the resumed stream sends the rows of a pending change.
    expect(requests()).toBeLessThanOrEqual(1);
  });
});
