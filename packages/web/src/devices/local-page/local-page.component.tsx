import type { Tunnel } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice, PAST } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';

const GATEWAY = createDevice('NL-GW5', 'GW-1');
const OPENING: Tunnel = {
  id: '0190b5a0-0000-7000-8000-000000000001',
  deviceId: GATEWAY.id,
  deviceName: GATEWAY.name,
  state: 'opening',
  expiresAt: PAST,
};

it.each<[Partial<Tunnel>, string]>([
  [{}, 'Asking the device to open its local page.'],
  [{ state: 'open', enterUrl: 'https://gw-1.example.com/' }, 'The local page is open'],
  [{ state: 'failed', reason: 'The device did not answer.' }, 'The device did not answer.'],
  [{ state: 'ended', reason: 'The local page was closed.' }, 'The local page was closed.'],
])('shows the state of the local page: %o', async (values, text) => {
  await openConsole(`/static/transferToLocalDev?project=7&open=${GATEWAY.id}`, {
    devices: [GATEWAY],
    answers: { tunnelOpen: OPENING, tunnelGet: { ...OPENING, ...values } },
  });
  await expect.element(page.getByText(text)).toBeVisible();
  await expectAccessible();
});
