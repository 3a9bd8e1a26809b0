import { createProject, RawDevice, createSampleDevice, TestBrowser } from '@northlight/server/testing';
import { type BaseDevice, registerBaseDevices } from '@northlight/server';
import { type Db, openDatabase } from '../packages/server/src/platform/db/database.ts';
import { type Product, startProduct } from '../tests/process/running-product.ts';

export interface BenchDevice {
  readonly projectId: number;
  readonly id: string;
  readonly base: BaseDevice;
  readonly credential: { readonly id: string; readonly token: string };
  readonly device: RawDevice;
  readonly session: string;
}

export interface BenchWorld extends AsyncDisposable {
  readonly product: Product;
  readonly db: Db;
  readonly browser: TestBrowser;
  readonly account: { account: string; password: string };
  readonly mqttPort: number;
  /** Creates a project with one online device. */
  addDevice(model: string): Promise<BenchDevice>;
}

/** Returns the administrator, which the first start prints on the line after the address. */
function parseAdministrator(product: Awaited<ReturnType<typeof startProduct>>): {
  account: string;
  password: string;
} {
  const [, account, password] = /Administrator: (\S+), one-time password (\S+)/.exec(product.output()) ?? [];
  if (account === undefined || password === undefined) throw new Error('The product named no administrator.');
  return { account, password };
}

/**
 * Runs the product in separate processes, with a signed-in account and raw devices of this process over real
 * MQTT.
 */
export async function startBenchWorld(
  env: NodeJS.ProcessEnv = {},
  dataDirectory?: string,
): Promise<BenchWorld> {
  const product = await startProduct({ env, ...(dataDirectory !== undefined && { dataDirectory }) });
  const { account, password } = parseAdministrator(product);
  const socket = encodeURIComponent(`${product.dataDirectory}/postgres-socket`);
  const db = openDatabase(`postgresql://postgres@/postgres?host=${socket}`, () => undefined);
  const mqttPort = Number(product.env['NORTHLIGHT_MQTT_PORT']);
  const browser = new TestBrowser(product.address);
  await browser.call('signIn', { body: { account, password } });
  let count = 0;
  return {
    product,
    db,
    browser,
    account: { account, password },
    mqttPort,
    addDevice: async (model) => {
      const { id: projectId } = await createProject(browser);
      const base = { ...createSampleDevice(), model };
      await registerBaseDevices(db, [base], Date.now());
      const { id } = await browser.call('deviceAdd', {
        params: { projectId },
        body: { sn: base.sn, claimCode: base.claimCode },
      });
      const credential = await RawDevice.provision(mqttPort, base);
      const session = `bench-${++count}`;
      const device = await RawDevice.online(mqttPort, base, credential, { session });
      return { projectId, id, base, credential, device, session };
    },
    [Symbol.asyncDispose]: async () => {
      await db.destroy();
      await product[Symbol.asyncDispose]();
    },
  };
}
