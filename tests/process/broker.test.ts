import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configPush, deviceAnswer, topics } from '@northlight/contract/device-protocol';
import { StartupError } from '@northlight/server';
import { eventually, missingMosquitto, Mosquitto, RawDevice } from '@northlight/server/testing';
import { describe, expect, test } from 'vitest';
import { openWorld } from './door-world.ts';
import { freePort } from './running-product.ts';

const ONLINE = 1;
const LINK_LOST = 9;
const PATIENCE_MS = 30_000;
/** More than a device may say at once, also after a stop of the server. */
const FLOOD = 1_500;

const ended = (device: RawDevice): Promise<void> =>
  new Promise((resolve) => device.client.once('close', () => resolve()));

describe.runIf(missingMosquitto() === undefined)('mosquitto in front', () => {
  test('it restarts: devices return, and what they were not told is told again', async () => {
    await using mosquitto = await Mosquitto.start();
    await using world = await openWorld(mosquitto);
    const [played, running] = [await world.claim('NL-GW5'), await world.claim('NL-GW5')];
    await using _site = world.plugIn(running);
    const credential = await world.credentialOf(played);
    const device = await RawDevice.online(world.port, played.base, credential);
    await eventually(async () => (await world.stateOf(running)) === ONLINE);
    const jobId = await world.apply(played, 30);
    expect(configPush.parse((await device.next()).payload).config.vlans.map(({ id }) => id)).toEqual([30]);
    await mosquitto.restart();
    // It comes back before the server does, or after: who is in before that is sent away once more.
    const push = await eventually(async () => {
      const again = await RawDevice.online(world.port, played.base, credential).catch(() => undefined);
      if (!again) return undefined;
      const first = await Promise.race([again.next(), ended(again)]);
      if (first) return { again, message: configPush.parse(first.payload) };
      return undefined;
    }, PATIENCE_MS);
    const { hash, rev } = push.message;
    await push.again.publish(topics.up(played.id, 'cfg'), { rev, hash, status: 'applied' });
    await eventually(async () => (await world.jobState(played, jobId)) === 'done');
    await push.again[Symbol.asyncDispose]();
    const job = await world.apply(running, 40);
    await eventually(async () => (await world.jobState(running, job)) === 'done', PATIENCE_MS);
  });

  test('it forgets its accounts: devices come back by first contact, with a new token', async () => {
    await using mosquitto = await Mosquitto.start();
    await using world = await openWorld(mosquitto);
    const claimed = await world.claim('NL-GW5');
    await using site = world.plugIn(claimed);
    await eventually(async () => (await world.stateOf(claimed)) === ONLINE);
    const { link } = site.device(claimed.base.sn);
    const before = link.state.saved.credential;
    await mosquitto.stop();
    mosquitto.forgetAccounts();
    await mosquitto.restart();
    await eventually(() => link.online && link.state.saved.credential?.token !== before?.token, PATIENCE_MS);
    expect(link.state.saved.credential).toMatchObject({ id: before?.id, broker: { port: mosquitto.port } });
    await eventually(async () => (await world.stateOf(claimed)) === ONLINE);
  });

  test('a device that is removed while the broker is away finds no account when it is back', async () => {
    await using mosquitto = await Mosquitto.start();
    await using world = await openWorld(mosquitto);
    const [claimed, kept] = [await world.claim('NL-AP6C'), await world.claim('NL-AP6C')];
    const credential = await world.credentialOf(claimed);
    const other = await world.credentialOf(kept);
    await mosquitto.stop();
    await world.browser.call('deviceRemove', {
      params: { projectId: claimed.projectId, deviceId: claimed.id },
    });
    await mosquitto.restart();
    const connects = ({ id, token }: { id: string; token: string }): Promise<boolean> =>
      RawDevice.connect(mosquitto.port, id, id, token).then(
        async (device) => {
          await device[Symbol.asyncDispose]();
          return true;
        },
        () => false,
      );
    await eventually(async () => !(await connects(credential)));
    expect(await connects(other)).toBe(true);
  });

  test('it stays away: its devices are shown as lost with it, and return with it', async () => {
    await using mosquitto = await Mosquitto.start();
    await using world = await openWorld(mosquitto);
    const claimed = await world.claim('NL-GW5');
    await using _site = world.plugIn(claimed);
    await eventually(async () => (await world.stateOf(claimed)) === ONLINE);
    // Its last words on the way down would be those of every device.
    await mosquitto.stop('SIGKILL');
    await eventually(async () => (await world.stateOf(claimed)) === LINK_LOST, PATIENCE_MS);
    await mosquitto.restart();
    await eventually(async () => (await world.stateOf(claimed)) === ONLINE, PATIENCE_MS);
  });

  test('a renewed token counts at once, and the one before it does not', async () => {
    await using mosquitto = await Mosquitto.start();
    await using world = await openWorld(mosquitto);
    const claimed = await world.claim('NL-AP6C');
    const { id, token } = await world.credentialOf(claimed);
    const device = await RawDevice.online(world.port, claimed.base, { id, token });
    const out = ended(device);
    await device.publish(topics.upRequest(id, 'r1'), { kind: 'credential' });
    const answer = deviceAnswer.parse((await device.next()).payload);
    if (answer.kind !== 'credential') throw new Error('The credential was not renewed.');
    await out;
    await expect(RawDevice.connect(world.port, id, id, token)).rejects.toThrow(/.+/);
    await using _again = await RawDevice.online(world.port, claimed.base, { id, token: answer.token });
    await eventually(async () => (await world.stateOf(claimed)) === ONLINE);
  });

  test('who talks nonsense is sent away, and who floods is shut out; others are not held up', async () => {
    await using mosquitto = await Mosquitto.start();
    await using world = await openWorld(mosquitto);
    const [loud, quiet] = [await world.claim('NL-AP6C'), await world.claim('NL-AP6C')];
    const credential = await world.credentialOf(loud);
    const refusals = world.server.context.broker?.refusals;
    const nonsense = await RawDevice.online(world.port, loud.base, credential);
    const away = ended(nonsense);
    await nonsense.publish(topics.up(loud.id, 'stat'), 'nonsense');
    await away;
    expect(refusals).toEqual({ malformed: 1, publish: 0 });
    const flood = await RawDevice.online(world.port, loud.base, credential, { session: 'flood' });
    const out = ended(flood);
    const stat = { session: 'flood', seq: 1, ts: 0, cpu: 1 };
    for (let count = 0; count < FLOOD; count++)
      flood.client.publish(topics.up(loud.id, 'stat'), JSON.stringify(stat), { qos: 1 });
    await out;
    await expect(RawDevice.online(world.port, loud.base, credential)).rejects.toThrow(/.+/);
    await using _quiet = await RawDevice.online(world.port, quiet.base, await world.credentialOf(quiet));
    await eventually(async () => (await world.stateOf(quiet)) === ONLINE);
  });

  test('set up by the command, over TLS: devices that trust the server trust it, and find it by themselves', async () => {
    const [directory, data] = [
      mkdtempSync(join(tmpdir(), 'nl-broker-')),
      mkdtempSync(join(tmpdir(), 'nl-data-')),
    ];
    const [port, tlsPort] = [await freePort(), await freePort()];
    const options = ['--port', String(port), '--tls-port', String(tlsPort), '--names', '127.0.0.1'];
    const printed = execFileSync(
      process.execPath,
      ['packages/server/src/cli/broker.ts', directory, ...options],
      {
        encoding: 'utf8',
        env: { ...process.env, NORTHLIGHT_DATA: data },
      },
    );
    const setting = (name: string): string => new RegExp(`${name}=(\\S+)`).exec(printed)?.[1] ?? '';
    await using mosquitto = await Mosquitto.startIn(directory, setting('NORTHLIGHT_BROKER_URL'));
    const authority = join(data, 'tls', 'authority.pem');
    await using world = await openWorld(mosquitto, mosquitto.url, {
      NORTHLIGHT_CA_CERT: authority,
      NORTHLIGHT_CA_KEY: join(data, 'tls', 'authority.key'),
      NORTHLIGHT_BROKER_DEVICES: setting('NORTHLIGHT_BROKER_DEVICES'),
    });
    const claimed = await world.claim('NL-GW5');
    const hello = { host: '127.0.0.1', port: world.server.context.mqtt.tlsPort ?? 0 };
    const tls = { ca: readFileSync(authority, 'utf8') };
    await using site = world.plugInAt({ ...hello, tls }, claimed);
    await eventually(async () => (await world.stateOf(claimed)) === ONLINE);
    const { credential } = site.device(claimed.base.sn).link.state.saved;
    expect(credential?.broker).toEqual({ host: '127.0.0.1', port: tlsPort });
    rmSync(data, { recursive: true, force: true });
  });

  test('a server that it does not accept, or that it does not obey, refuses to start and says why', async () => {
    await using mosquitto = await Mosquitto.start();
    const wrong = mosquitto.url.replace(mosquitto.password, 'wrong');
    await expect(openWorld(mosquitto, wrong)).rejects.toThrow(
      new StartupError(
        `The broker at 127.0.0.1:${mosquitto.port} does not accept northlight: Connection refused: Not authorized.`,
      ),
    );
    await using bare = await Mosquitto.start({ plugin: false });
    await expect(openWorld(bare)).rejects.toThrow(
      new StartupError(
        `The broker at 127.0.0.1:${bare.port} does not answer its administration: load mosquitto_dynamic_security.so and give northlight its administrator's rights (docs/broker.md).`,
      ),
    );
  });
});
