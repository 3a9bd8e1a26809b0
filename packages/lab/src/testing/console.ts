import type { DeviceDetail, DeviceSettings, NetworkConfig, Job } from '@northlight/contract';
import { startDevEnv } from '@northlight/dev-env';
import { registerBaseDevices } from '@northlight/server';
import { createProject, pollUntil, TestBrowser } from '@northlight/server/testing';
import { INTERNET_ADDRESS, startSite, type RunningSite } from '../index.ts';

export interface ManageSiteOptions {
  readonly onLine?: (line: string) => void;
  /** True to simulate the devices of sandboxes. */
  readonly demo?: boolean;
}

/** A site, its console, and an installer who has added both devices. */
export interface ManagedSite extends AsyncDisposable {
  readonly site: RunningSite;
  readonly browser: TestBrowser;
  readonly projectId: number;
  readonly gatewayId: string;
  readonly switchId: string;
  device(id: string): Promise<DeviceDetail>;
  /** Applies the gateway's configuration; resolves when the job has ended. */
  configure(config: NetworkConfig): Promise<Job>;
  /** Applies the gateway's configuration without waiting for the end of the job. */
  push(config: NetworkConfig): Promise<Job>;
  /** Applies the switch's own settings; resolves when the job has ended. */
  set(settings: DeviceSettings): Promise<Job>;
  over(job: Job): Promise<Job>;
}

const JOB_MS = 120_000;

/** Signs up, creates a project, and adds both devices before their first contact. */
export async function manageSite(
  databaseUrl: string,
  prefix: string,
  ringVlan: number,
  { demo = false, onLine }: ManageSiteOptions = {},
): Promise<ManagedSite> {
  await using undo = new AsyncDisposableStack();
  const env = undo.use(
    await startDevEnv({ databaseUrl, demo, env: { NORTHLIGHT_DEVICE_NAMES: INTERNET_ADDRESS } }),
  );
  const { services } = env.server.context;
  const site = undo.use(
    await startSite({
      mqttPort: env.mqttsPort,
      httpsPort: env.deviceHttpsPort,
      tls: { caFile: env.authorityFile },
      register: async (rows) => void (await registerBaseDevices(services.db, rows, services.clock.now())),
      prefix,
      ringVlan,
      ...(onLine && { onLine }),
    }),
  );
  const readMailedCode = (account: string): string =>
    /\d{6}/.exec(services.mailer.outbox?.list().find((mail) => mail.to === account)?.subject ?? '')?.[0] ??
    '';
  const browser = await signUp(env.address, readMailedCode);
  const { id: projectId } = await createProject(browser);
  const add = async ({
    claimCode,
    sn,
  }: {
    readonly sn: string;
    readonly claimCode: string;
  }): Promise<string> => {
    const { id } = await browser.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
    return id;
  };
  const gatewayId = await add(site.gateway.device);
  const switchId = await add(site.switch.device);
  const device = (deviceId: string) => browser.call('deviceGet', { params: { projectId, deviceId } });
  const over = (job: Job): Promise<Job> =>
    pollUntil(async () => {
      const now = await browser.call('jobGet', { params: { projectId, jobId: job.id } });
      return now.state !== 'running' && now;
    }, JOB_MS);
  const push = async (config: NetworkConfig): Promise<Job> => {
    const { version } = await browser.call('networkConfigGet', { params: { projectId } });
    const body = { baseVersion: version, config };
    return (await browser.call('networkConfigApply', { params: { projectId }, body })).job;
  };
  const held = undo.move();
  return {
    site,
    browser,
    projectId,
    gatewayId,
    switchId,
    device,
    over,
    push,
    configure: async (config) => over(await push(config)),
    set: async (settings) => {
      const params = { projectId, deviceId: switchId };
      const { version } = await browser.call('deviceSettingsGet', { params });
      const changes = [{ deviceId: switchId, baseVersion: version, settings }];
      return over(await browser.call('deviceSettingsApply', { params: { projectId }, body: { changes } }));
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Signs up the installer of the lab. */
export async function signUp(address: string, codeOf: (account: string) => string): Promise<TestBrowser> {
  const browser = new TestBrowser(address);
  const account = 'installer@example.com';
  const { flowId } = await browser.call('codeRequest', { body: { purpose: 'sign-up', account } });
  const body = {
    flowId,
    account,
    code: codeOf(account),
    password: 'correct horse battery',
    nickname: 'Installer',
  };
  await browser.call('signUp', { body });
  return browser;
}
