import { describe, expect, test } from 'vitest';
import type { Hostility } from './camera-options.ts';
import { countBytes, fetchWithDigest, readChallenge, TestCamera, writeDigest } from './test-camera.ts';

const DEVICE = '/onvif/device_service';
const SNAPSHOT = '/onvif/snapshot?profile=sub';

const start = (hostility: Hostility) => TestCamera.start({ hostility });

async function authorize(test: TestCamera): Promise<string> {
  return writeDigest(readChallenge((await fetch(test.origin + SNAPSHOT)).headers, 'SHA-256'), SNAPSHOT);
}

describe('a hostile camera', () => {
  test('sends a picture of 50 MB', async () => {
    await using test = await start({ snapshot: 'huge' });
    const size = await countBytes(test.origin + SNAPSHOT, await authorize(test), Number.POSITIVE_INFINITY);
    expect(size).toBe(50_000_000);
  });

  test('sends a picture without end, until the client disconnects', async () => {
    await using test = await start({ snapshot: 'endless' });
    expect(await countBytes(test.origin + SNAPSHOT, await authorize(test), 60_000_000)).toBeGreaterThan(
      60_000_000,
    );
  });

  test('sends half of a picture and nothing more', async () => {
    await using test = await start({ snapshot: 'stalled' });
    const headers = { authorization: await authorize(test) };
    const response = await fetch(test.origin + SNAPSHOT, { headers });
    const expected = Number(response.headers.get('content-length'));
    const reader = response.body?.getReader();
    let received = 0;
    while (received < Math.floor(expected / 2)) received += (await reader?.read())?.value?.length ?? expected;
    expect(received).toBe(Math.floor(expected / 2));
    await reader?.cancel();
  });

  test('sends a page with the type of a picture', async () => {
    await using test = await start({ snapshot: 'html' });
    const response = await fetchWithDigest(test.origin + SNAPSHOT);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(await response.text()).toContain('<script>');
  });

  test('sends the client to another address', async () => {
    await using test = await start({ snapshot: { redirect: 'http://192.0.2.9/admin' } });
    const response = await fetchWithDigest(test.origin + SNAPSHOT);
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://192.0.2.9/admin']);
  });

  test('names another address inside of its answers', async () => {
    await using test = await start({ origin: 'http://203.0.113.9' });
    const answers = [
      await test.call(DEVICE, '<tds:GetServices/>'),
      await test.call(DEVICE, '<tds:GetCapabilities/>'),
      await test.call(
        '/onvif/media_service',
        '<trt:GetSnapshotUri><trt:ProfileToken>main</trt:ProfileToken></trt:GetSnapshotUri>',
      ),
      await test.call('/onvif/event_service', '<tev:CreatePullPointSubscription/>'),
    ];
    for (const { text } of answers) {
      expect(text).toContain('http://203.0.113.9/onvif/');
      expect(text).not.toContain('127.0.0.1');
    }
  });

  test('answers a reboot with a fault, a page or nothing, and reboots', async () => {
    for (const reboot of ['fault', 'html', 'closed'] as const) {
      await using test = await start({ reboot });
      const answer = await test.call(DEVICE, '<tds:SystemReboot/>').then(
        ({ codes, element }) => codes.at(-1) ?? element.name,
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
      expect(answer).toBe(
        {
          fault: 'ter:Action',
          html: 'The answer has no body: <html><body>OK</body></html>',
          closed: 'fetch failed',
        }[reboot],
      );
      await test.clock.advance(2_000);
      expect(test.camera.running).toBe(false);
    }
  });

  test('has the clock of 1970', async () => {
    await using test = await start({ epoch: true });
    await test.clock.advance(90_000);
    const { text } = await test.call(DEVICE, '<tds:GetSystemDateAndTime/>', '');
    expect(text).toContain('<tt:Year>1970</tt:Year>');
    expect(test.camera.state.now()).toBe(90_000);
    expect((await test.call(DEVICE, '<tds:GetScopes/>')).status).toBe(200);
  });
});
