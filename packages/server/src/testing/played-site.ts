import { type CallInput, type Api, findCapabilities, type Job, NET_MODES } from '@northlight/contract';
import {
  type BirthMessage,
  type CommandPush,
  commandPush,
  configPush,
  type ConfigPush,
  type CommandReport,
  type ConfigReport,
  topics,
} from '@northlight/contract/device-protocol';
import type { BaseDevice } from '../devices/index.ts';
import { pollUntil } from './eventually.ts';
import { RawDevice } from './raw-device.ts';
import { createProject, type TestServer } from './test-server.ts';
import type { TestBrowser } from './browser.ts';

/** A claimed device whose messages a test sends and reads. */
export class PlayedDevice implements AsyncDisposable {
  readonly id: string;
  readonly base: BaseDevice;
  readonly credential: { readonly id: string; readonly token: string };
  readonly #port: number;
  #raw: RawDevice | undefined;

  constructor(port: number, base: BaseDevice, credential: { id: string; token: string }) {
    this.#port = port;
    this.base = base;
    this.credential = credential;
    this.id = credential.id;
  }

  get raw(): RawDevice {
    if (!this.#raw) throw new Error('The device is off.');
    return this.#raw;
  }

  async on(birth: Partial<BirthMessage> = {}): Promise<this> {
    await this.#raw?.[Symbol.asyncDispose]();
    this.#raw = await RawDevice.online(this.#port, this.base, this.credential, birth);
    return this;
  }

  /** Disconnects without a death message. */
  async off(): Promise<void> {
    await this.#raw?.unplug();
    this.#raw = undefined;
  }

  /** Returns the next command from the cloud; skips configurations before it. */
  async command(): Promise<CommandPush> {
    let message = await this.raw.next();
    while (configPush.safeParse(message.payload).success) message = await this.raw.next();
    return commandPush.parse(message.payload);
  }

  /** Returns the next configuration from the cloud. */
  async push(): Promise<ConfigPush> {
    return configPush.parse((await this.raw.next()).payload);
  }

  async reportCommand({ cid }: Pick<CommandPush, 'cid'>, report: Omit<CommandReport, 'cid'>): Promise<void> {
    await this.raw.publish(topics.upCommand(this.id, cid), { cid, ...report });
  }

  async reportConfig({ hash, rev }: ConfigPush, report: Partial<ConfigReport> = {}): Promise<void> {
    await this.raw.publish(topics.up(this.id, 'cfg'), { rev, hash, status: 'applied', ...report });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#raw?.[Symbol.asyncDispose]();
  }
}

/** Creates a project with claimed devices of these models, which are offline. A project with a mesh node is a mesh project. */
export async function playSite(world: TestServer, owner: TestBrowser, ...models: string[]) {
  const isMesh = models.some((model) => findCapabilities(model)?.kind === 'mesh');
  const netMode = isMesh ? NET_MODES.mesh : NET_MODES.wlan;
  const { id: projectId } = await createProject(owner, { netMode });
  const devices: PlayedDevice[] = [];
  for (const base of await world.register(...models.map((model) => ({ model })))) {
    const { claimCode, sn } = base;
    await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
    devices.push(new PlayedDevice(world.mqttPort, base, await RawDevice.provision(world.mqttPort, base)));
  }
  const params = { projectId };
  const job = (jobId: string): Promise<Job> => owner.call('jobGet', { params: { projectId, jobId } });
  return {
    projectId,
    params,
    devices,
    job,
    /** Resolves to the job when the condition holds. */
    jobWhen: (jobId: string, holds: (job: Job) => boolean): Promise<Job> =>
      pollUntil(async () => {
        const current = await job(jobId);
        return holds(current) ? current : undefined;
      }),
    command: (body: CallInput<Api['deviceCommand']>['body']): Promise<Job> =>
      owner.call('deviceCommand', { params, body }),
    stateOf: async (device: PlayedDevice): Promise<number> =>
      (await owner.call('deviceGet', { params: { projectId, deviceId: device.id } })).state,
    [Symbol.asyncDispose]: async () => {
      for (const device of devices) await device[Symbol.asyncDispose]();
    },
  };
}
