import { createProject, RawDevice, sampleDevice, TestBrowser } from '@northlight/server/testing';
import { type BaseDevice, registerBaseDevices } from '@northlight/server';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';

export interface BenchDevice {
  readonly projectId: number;
  readonly id: string;
  readonly base: BaseDevice;
  readonly device: RawDevice;
  readonly session: string;
}

export interface BenchWorld extends AsyncDisposable {
  readonly env: DevEnv;
  readonly browser: TestBrowser;
  readonly account: { account: string; password: string };
  /** A project of its own with one device that is online. */
  addDevice(model: string): Promise<BenchDevice>;
}

/** The real server in this process, an account signed in, and raw devices over real MQTT. */
export async function startBenchWorld(): Promise<BenchWorld> {
  const env = await startDevEnv();
  const { services } = env.server.context;
  const account = env.server.administrator;
  if (!account) throw new Error('A fresh installation has its first administrator.');
  const browser = new TestBrowser(env.address);
  await browser.call('signIn', { body: account });
  let count = 0;
  return {
    env,
    browser,
    account,
    addDevice: async (model) => {
      const { id: projectId } = await createProject(browser);
      const base = { ...sampleDevice(), model };
      await registerBaseDevices(services.db, [base], services.clock.now());
      const { id } = await browser.call('deviceAdd', {
        params: { projectId },
        body: { sn: base.sn, claimCode: base.claimCode },
      });
      const credential = await RawDevice.provision(env.mqttPort, base);
      const session = `bench-${++count}`;
      const device = await RawDevice.online(env.mqttPort, base, credential, { session });
      return { projectId, id, base, device, session };
    },
    [Symbol.asyncDispose]: () => env[Symbol.asyncDispose](),
  };
}
