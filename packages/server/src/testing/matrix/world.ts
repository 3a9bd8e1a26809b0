import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import { HOUR_MS, MINUTE_MS, createRandomId } from '@northlight/runtime';
import { createPrincipalSession } from './principal-session.ts';
import { acceptTransfer } from '../accept-transfer.ts';
import { createProject, TEST_PASSWORD } from '../test-server.ts';
import type { TestBrowser } from '../browser.ts';
import { storeFirstConfig } from '../../network/index.ts';
import { RawDevice } from '../raw-device.ts';
import type { MatrixServer } from './matrix-server.ts';
import type { PrincipalName } from './policy.ts';

/** Texts that only the tenant's project contains. */
export const MARKERS = ['Kestrel-address', 'Kestrel-device', 'Kestrel-tag', 'Kestrel-vlan'] as const;

/** Ids of the tenant's project, device and share that requests name. */
export interface Target {
  readonly projectId: number;
  readonly deviceId: string;
  readonly shareId: string;
}

/** Headers and token of a principal; empty for anonymous callers. */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string;
}

export interface MatrixWorld {
  readonly server: MatrixServer;
  target: Target;
  credentials: ReadonlyMap<PrincipalName, Credential>;
  readonly victim: { id: string; token: string };
  readonly foreignDevice: { id: string; token: string };
  /** Creates new sessions of every principal and, for `target`, another project of the same tenant. */
  renew(ended: 'sessions' | 'target'): Promise<void>;
}

type Person = { account: string; id: string; browser: TestBrowser };

/** Creates two tenants and all principals in relation to the first one, on a server with the two demos. */
export async function createMatrixWorld(server: MatrixServer): Promise<MatrixWorld> {
  const { clock, db } = server;
  const person = async (name: string): Promise<Person> => {
    const account = `${name}@example.com`;
    const browser = await server.signedUp(account);
    const session = await browser.call('sessionGet', { query: {} });
    await server.passTime(2 * MINUTE_MS);
    return { account, browser, id: session.account.id };
  };
  const names = ['owner', 'other', 'reader', 'writer', 'lapsed', 'removed', 'former', 'normal'] as const;
  const people = new Map<string, Person>();
  for (const name of [...names, 'engineer', 'manufacturer', 'third', 'admin'])
    people.set(name, await person(name));
  const of = (name: string): Person => {
    const found = people.get(name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  const raise = (name: string, values: { role?: number; kind?: number }) =>
    db.updateTable('accounts').set(values).where('id', '=', of(name).id).execute();
  await raise('engineer', { role: 1 });
  await raise('manufacturer', { role: 2 });
  await raise('third', { role: 3 });
  await raise('admin', { kind: 1 });

  const otherProject = await createProject(of('other').browser);
  const foreignDevice = await claimDevice(server, of('other').browser, otherProject.id);
  const ownSecond = await createProject(of('owner').browser);
  const createTarget = async (): Promise<{ target: Target; victim: { id: string; token: string } }> => {
    // Deletes the shares of earlier targets, because they would count against the limits.
    await db
      .updateTable('shares')
      .set({ ended_at: new Date(clock.now()) })
      .execute();
    const { browser: former } = of('former');
    const project = await createProject(former, { address: MARKERS[0] });
    const params = { projectId: project.id };
    const offer = await former.call('transferCreate', { params, body: { account: of('owner').account } });
    await acceptTransfer(of('owner').browser, offer.id);
    const { browser: owner } = of('owner');
    await owner.call('projectMark', { params, body: { favourite: true, tags: [MARKERS[2]] } });
    const share = async (name: string, right: 'r' | 'rw', hours?: number) =>
      owner.call('shareCreate', {
        params,
        body: {
          account: of(name).account,
          right,
          validity: hours === undefined ? { kind: 'permanent' } : { kind: 'hours', hours },
        },
      });
    await share('lapsed', 'rw', 1);
    const removed = await share('removed', 'rw');
    await owner.call('shareRemove', { params: { ...params, shareId: removed.id } });
    await server.passTime(HOUR_MS);
    await share('reader', 'r');
    const { id: shareId } = await share('writer', 'rw', 8_000);
    const victim = await claimDevice(server, owner, project.id, MARKERS[1]);
    await storeFirstConfig(
      db,
      project.id,
      {
        vlans: [{ id: 30, name: MARKERS[3], ip: '10.1.30.1', prefix: 24, ports: [] }],
        dhcpPools: [],
      },
      { by: 'system', at: new Date(clock.now()), title: 'Initial configuration' },
    );
    return { target: { projectId: project.id, deviceId: victim.id, shareId }, victim };
  };
  const credentials = async (): Promise<ReadonlyMap<PrincipalName, Credential>> => {
    const session = (name: string, more: Parameters<typeof createPrincipalSession>[2] = {}) =>
      createPrincipalSession(server, of(name).id, more);
    const signedOut = await session('normal');
    await db
      .updateTable('sessions')
      .set({ ended_at: new Date(clock.now()), ended_code: 10 })
      .where('token_hash', '=', signedOut.hash)
      .execute();
    return new Map<PrincipalName, Credential>([
      ['anonymous', { headers: {}, token: '' }],
      ['expired token', await session('owner', { lifetimeMs: -1 })],
      ['signed-out token', signedOut],
      ['owner', await session('owner')],
      ['owner of another project', await session('other')],
      ['read-only share', await session('reader')],
      ['read-write share', await session('writer')],
      ['expired share', await session('lapsed')],
      ['removed share', await session('removed')],
      ['former owner', await session('former')],
      ['demo visitor', await createPrincipalSession(server, null)],
      ['normal account', await session('normal')],
      ['engineer', await session('engineer')],
      ['manufacturer', await session('manufacturer')],
      ['third party', await session('third', { bearer: true })],
      [
        'foreign device',
        { headers: { authorization: `Bearer ${foreignDevice.token}` }, token: foreignDevice.token },
      ],
      ['administrator', await session('admin')],
      ['read-only token', await session('owner', { bearer: true, scope: { projects: 'all', write: false } })],
      [
        'token of another project',
        await session('owner', { bearer: true, scope: { projects: [ownSecond.id], write: true } }),
      ],
      ['display', await session('owner', { display: true, scope: { projects: 'all', write: false } })],
    ]);
  };
  const first = await createTarget();
  const world: MatrixWorld = {
    server,
    target: first.target,
    victim: first.victim,
    foreignDevice,
    credentials: await credentials(),
    renew: async (ended) => {
      if (ended === 'target') {
        for (const name of ['owner', 'former', 'other']) {
          const body = { account: of(name).account, password: TEST_PASSWORD, remember: true };
          await of(name).browser.call('signIn', { body });
        }
        world.target = (await createTarget()).target;
      }
      world.credentials = await credentials();
    },
  };
  return world;
}

async function claimDevice(
  server: MatrixServer,
  owner: TestBrowser,
  projectId: number,
  name = 'Foreign',
): Promise<{ id: string; token: string }> {
  const [base] = await server.register({});
  if (!base) throw new Error('No device was registered.');
  const body = { sn: base.sn, claimCode: base.claimCode, name };
  await owner.call('deviceAdd', { params: { projectId }, body });
  return RawDevice.provision(server.mqttPort, base);
}

export const DEMO_TARGET = (server: MatrixServer): Target => ({
  projectId: DEMO_WLAN_PROJECT,
  deviceId: 'A'.repeat(22),
  shareId: createRandomId(server.entropy, server.clock.now()),
});
