import type { NetworkConfig } from '@northlight/contract';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { addDevice, makeProject, row, rowSays, signUp } from './steps.ts';

const FASTER = 20;
const FLEET = 24;
/** One more than the access switch has room for; the gateway has room for them all, and for one that the switch does not know. */
const VLANS = 33;
const LOW_VLAN = 5;

let env: DevEnv;
let browser: Browser;

beforeAll(async () => {
  env = await startDevEnv({ speed: FASTER });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

function manyVlans(): NetworkConfig {
  const vlans = Array.from({ length: VLANS }, (_each, index) => ({
    id: 100 + index,
    name: `Floor ${index + 1}`,
    ip: `10.${100 + index}.0.1`,
    prefix: 24,
    ports: [],
  }));
  const lobby = { id: LOW_VLAN, name: 'Lobby', ip: '10.5.0.1', prefix: 24, ports: [] };
  return { vlans: [...vlans.slice(1), lobby], dhcpPools: [] };
}

/** Applied by another program of the same account; the console hears of it like everybody else. */
async function applyElsewhere(page: Page, config: NetworkConfig): Promise<void> {
  const project = new URL(page.url()).searchParams.get('project') ?? '';
  const session = (await (await page.request.get('/api/v1/session')).json()) as { csrfToken?: string };
  const answer = await page.request.put(`/api/v1/projects/${project}/network-config`, {
    data: { baseVersion: 0, config },
    headers: { 'x-csrf-token': session.csrfToken ?? '', origin: env.address },
  });
  expect(answer.status(), await answer.text()).toBe(202);
}

describe('a refusal', () => {
  it('reaches the person with its reason, without a reload: job, list, panel and alarm', async () => {
    const { base } = await env.fleetOf(FLEET);
    const labelOf = (model: string) => {
      const device = base.find((each) => each.model === model);
      if (!device) throw new Error(`The fleet has no ${model}.`);
      return device;
    };
    await using visitor = await visit(browser, env.address);
    const { page } = visitor;
    await signUp(page, 'refused@example.com');
    await makeProject(page, 'Tower');
    await addDevice(page, labelOf('NL-GW10'), 'GW-1');
    await addDevice(page, labelOf('NL-SW8P'), 'SW-1');
    await rowSays(page, 'GW-1', 'Online');
    await rowSays(page, 'SW-1', 'Online');

    await applyElsewhere(page, manyVlans());
    const jobs = page.getByRole('region', { name: 'Jobs' });
    await jobs.getByText('Confirmed by the device').waitFor({ timeout: 60_000 });
    await jobs.getByText('This model has room for 32 VLANs.').waitFor();
    await rowSays(page, 'SW-1', 'Refused');
    await rowSays(page, 'GW-1', 'Applied');
    await row(page, 'SW-1').first().click();
    const panel = page.getByRole('complementary', { name: 'Device' });
    await panel.getByText('This model has room for 32 VLANs.').waitFor();
    await page.getByRole('link', { name: 'VLAN', exact: true }).click();
    const note = page.getByRole('alert').filter({ hasText: '1 VLAN not taken as applied' });
    await note.getByRole('button', { name: 'VLAN 5' }).click();
    const form = page.getByRole('complementary', { name: 'VLAN' });
    await form.getByText('The device refused the configuration').waitFor();
    const id = form.getByLabel('VLAN ID');
    expect(await id.getAttribute('aria-invalid')).toBe('true');
    await form.getByText('SW-1: The VLAN ID must be between 10 and 4094 on this model.').first().waitFor();
    await id.fill('50');
    expect(await id.getAttribute('aria-invalid')).not.toBe('true');
    await page.getByRole('link', { name: 'Alarm', exact: true }).click();
    await rowSays(page, 'SW-1', 'Configuration refused');
    expect(visitor.complaints).toEqual([]);
  });
});
