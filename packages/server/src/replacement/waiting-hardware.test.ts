/** Replacement by hardware that waits in the caller's account, which needs no claim code: OpenWiFi devices and ours. */
import { SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  createOpenWifiSite,
  createSerial,
  encodeAck,
  encodeApConnect,
  encodeSwitchConnect,
  PlayedDevice,
  playSite,
  pollUntil,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let site: Awaited<ReturnType<typeof createOpenWifiSite>>;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
  site = await createOpenWifiSite(world, owner, 'Spare devices');
});
afterAll(() => world[Symbol.asyncDispose]());

/** Connects an OpenWiFi device that waits in the account. */
async function wait(connect: (serial: string) => string = encodeApConnect) {
  const serial = createSerial();
  const raw = await site.dial(serial);
  raw.send(connect(serial));
  const sn = `OWF1${serial.toUpperCase()}`;
  await site.untilPending(sn);
  return { raw, serial, sn, [Symbol.asyncDispose]: () => raw[Symbol.asyncDispose]() };
}

const replace = (device: { readonly id: string; readonly projectId: number }, sn: string, who = owner) =>
  who.call('deviceReplace', {
    params: { projectId: device.projectId, deviceId: device.id },
    body: { sn, when: 'now' },
  });
/** Returns the message of a refusal, after the field at which it belongs. */
const refuse = async (
  device: { readonly id: string; readonly projectId: number },
  body: { sn: string; when: 'now' | 'first-contact' },
  who = owner,
) => {
  const params = { projectId: device.projectId, deviceId: device.id };
  const { fields, message } = (await who.refused('deviceReplace', { params, body })).body;
  return fields?.['sn'] === undefined ? message : `sn: ${fields['sn']}`;
};

describe('an OpenWiFi device', () => {
  test('is replaced by one that waits: same id, the whole configuration, and the old one is free again', async () => {
    await using old = await site.added(encodeApConnect);
    await site.settle(old);
    await using spare = await wait();
    const params = { projectId: old.projectId, deviceId: old.id };
    expect((await old.get()).can.replace).toEqual({ allowed: true });
    const review = await owner.call('deviceReplacementReview', { params, body: { sn: spare.sn } });
    expect(review).toMatchObject({ isConnected: true, isPresentOnline: true, adaptions: [] });
    const { replacement } = await replace(old, spare.sn);
    expect(replacement).toMatchObject({ sn: spare.sn, replacedSn: old.sn });
    const configure = await spare.raw.call('configure');
    spare.raw.send(encodeAck(configure.id, spare.serial));
    await old.configured('applied');
    expect(await old.get()).toMatchObject({ id: old.id, sn: spare.sn, state: 1 });
    await old.raw.closed;
    await using again = await site.dial(old.serial);
    again.send(encodeApConnect(old.serial));
    await site.untilPending(old.sn);
  });

  test('is not replaced by another kind, by one that does not wait here, or before its first contact', async () => {
    await using old = await site.added(encodeApConnect);
    await using other = await wait(encodeSwitchConnect);
    expect(await refuse(old, { sn: other.sn, when: 'now' })).toMatch(
      /Replace .* by a device of its own kind/,
    );
    const unknown = `OWF1${createSerial().toUpperCase()}`;
    expect(await refuse(old, { sn: unknown, when: 'now' })).toMatch(/^sn: .* no such pending device/);
    await using spare = await wait();
    expect(await refuse(old, { sn: spare.sn, when: 'first-contact' })).toMatch(/has already connected/);
    await owner.call('waitingDeviceReject', { params: { sn: spare.sn } });
    expect(await refuse(old, { sn: spare.sn, when: 'now' })).toMatch(/^sn: You rejected/);
    const stranger = await world.signedUp('stranger@example.com');
    await using theirs = await playSite(world, stranger, 'NL-AP6C');
    const [device] = theirs.devices;
    await using free = await wait();
    expect(
      await refuse(
        { id: device!.id, projectId: theirs.params.projectId },
        { sn: free.sn, when: 'now' },
        stranger,
      ),
    ).toMatch(/^sn: .* no such pending device/);
  });

  test('takes the place of one of ours, and one of ours with its claim code takes the place back', async () => {
    await using played = await playSite(world, owner, 'NL-AP6C');
    const [ours] = played.devices as [PlayedDevice];
    await ours.on();
    const device = { id: ours.id, projectId: played.params.projectId };
    const params = { projectId: device.projectId, deviceId: ours.id };
    await using spare = await wait();
    await owner.call('waitingDeviceIgnore', { params: { sn: spare.sn } });
    await replace(device, spare.sn);
    const read = () => owner.call('deviceGet', { params });
    await pollUntil(async () => (await read()).state === 1);
    expect(await read()).toMatchObject({ sn: spare.sn, linkType: 0 });
    const [base] = await world.register({ model: 'NL-AP6C' });
    await owner.call('deviceReplace', {
      params,
      body: { sn: base!.sn, claimCode: base!.claimCode, when: 'now' },
    });
    await spare.raw.closed;
    const played2 = new PlayedDevice(world.mqttPort, base!, await RawDevice.provision(world.mqttPort, base!));
    await using _on = await played2.on();
    await pollUntil(async () => (await read()).state === 1);
    expect(await read()).toMatchObject({ id: ours.id, sn: base!.sn });
    // The device that was replaced waits again, without the decision of the time before it served.
    await using again = await site.dial(spare.serial);
    again.send(encodeApConnect(spare.serial));
    expect(await site.untilPending(spare.sn)).toMatchObject({ status: 'waiting' });
  });
});
