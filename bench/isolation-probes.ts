import { createKeyAndRequest } from '@northlight/agent';
import { deviceAnswer, topics } from '@northlight/contract/device-protocol';
import { RawDevice, TestBrowser } from '@northlight/server/testing';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchWorld } from './bench-world.ts';

const PAUSE_MS = 100;

export interface ProbeCounts {
  /** Number of probes with an answer. Probes that reach no server are not counted. */
  refused: number;
  readonly leaks: string[];
}

/** An intruder with an account, and a device (`id`) with token and certificate. */
export interface Attacker {
  readonly browser: TestBrowser;
  readonly id: string;
  readonly token: string;
  readonly tls: { readonly ca: string; readonly cert: string; readonly key: string };
}

export interface Target {
  readonly projectId: number;
  readonly deviceId: string;
}

/** Requests a certificate for a device through the device protocol. */
export async function requestCertificate(
  port: number,
  ca: string,
  id: string,
  token: string,
): Promise<Attacker['tls']> {
  const { csr, key } = createKeyAndRequest(id);
  await using device = await RawDevice.connect(port, id, id, token, undefined, { ca });
  await device.client.subscribeAsync(topics.downAll(id), { qos: 1 });
  await device.publish(topics.upRequest(id, 'c'), { kind: 'certificate', csr });
  const answer = deviceAnswer.parse((await device.next()).payload);
  if (answer.kind !== 'certificate') throw new Error('No certificate was issued.');
  return { ca, cert: answer.certificate, key };
}

/** Repeats forbidden actions until `running` is false: a sample of the matrix, one kind after another. */
export async function tryForbiddenActions(
  world: BenchWorld,
  mqttsPort: number,
  intruder: Attacker,
  victims: readonly Target[],
  running: () => boolean,
): Promise<ProbeCounts> {
  const counts: ProbeCounts = { refused: 0, leaks: [] };
  const anonymous = new TestBrowser(world.product.address);
  const { id, token, tls } = intruder;
  const pick = (round: number): Target => {
    const victim = victims[round % victims.length];
    if (!victim) throw new Error('There is no victim to probe.');
    return victim;
  };
  const overHttp =
    (browser: TestBrowser, who: string, path: (victim: Target) => string) => async (victim: Target) => {
      const answer = await browser.fetch(path(victim)).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.ok) counts.leaks.push(`${who} read ${path(victim)}`);
      else if (answer) counts.refused++;
    };
  /** Tries an action over MQTT; `isLeak` returns true if it has succeeded, which is a leak. */
  const overMqtt =
    (what: string, isLeak: (victim: Target) => Promise<boolean | undefined>) => async (victim: Target) => {
      const leaked = await isLeak(victim).catch(() => false);
      if (leaked) counts.leaks.push(what);
      else counts.refused++;
    };
  const connect = (as: string, password: string, withCertificate: boolean) =>
    RawDevice.connect(mqttsPort, as, as, password, undefined, withCertificate ? tls : { ca: tls.ca });
  const asVictim =
    (withCertificate: boolean) =>
    async ({ deviceId }: Target) => {
      await using _in = await connect(deviceId, token, withCertificate);
      return true;
    };
  const probes = [
    overHttp(anonymous, 'no session', ({ projectId }) => `/api/v1/projects/${projectId}/devices`),
    overHttp(intruder.browser, 'another account', ({ projectId }) => `/api/v1/projects/${projectId}/devices`),
    overHttp(intruder.browser, 'another account', ({ projectId }) => `/api/v1/projects/${projectId}/jobs`),
    overHttp(
      intruder.browser,
      'another account',
      ({ deviceId, projectId }) => `/api/v1/projects/${projectId}/devices/${deviceId}`,
    ),
    overMqtt('a foreign token was accepted', asVictim(false)),
    overMqtt('a foreign certificate was accepted', asVictim(true)),
    overMqtt('a foreign subscription brought something', async ({ deviceId }) => {
      await using own = await connect(id, token, true);
      const granted = await happens(
        own.client.subscribeAsync(topics.downAll(deviceId), { qos: 1 }).then((all) => all[0]?.qos !== 128),
        own,
      );
      if (!granted) return false;
      await wait(PAUSE_MS);
      return own.unread.length > 0;
    }),
    overMqtt('a foreign report was taken', async ({ deviceId }) => {
      await using own = await connect(id, token, true);
      const report = { rev: 1_000_000, hash: 'h', status: 'applied' };
      return await happens(
        own.publish(topics.up(deviceId, 'cfg'), report).then(() => true),
        own,
      );
    }),
  ];
  for (let round = 0; running(); round++) {
    await Promise.all(probes.map((each) => each(pick(round))));
    await wait(PAUSE_MS);
  }
  return counts;
}

/**
 * Resolves to the result of `work`, or to false if the connection ends first: the server refuses by closing
 * it.
 */
function happens(work: Promise<boolean>, { client }: RawDevice): Promise<boolean> {
  return new Promise((resolve) => {
    client.once('close', () => resolve(false));
    work.then(resolve, () => resolve(false));
  });
}
