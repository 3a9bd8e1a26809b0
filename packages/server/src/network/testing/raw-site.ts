import type { NetworkConfig } from '@northlight/contract';
import type { BaseDevice } from '../../devices/index.ts';
import { createProject, RawDevice, type TestServer } from '../../testing/index.ts';

export const VLAN = { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: ['lan1'] };
export const POOL = {
  name: 'guests',
  vlanId: 30,
  start: '192.168.30.100',
  end: '192.168.30.199',
  dns: [],
  leaseMinutes: 30,
};
export const APPLIED: NetworkConfig = { vlans: [VLAN], dhcpPools: [POOL] };
export type RawSite = Awaited<ReturnType<typeof createRawSite>>;

/**
 * A project with an online gateway, a switch and an applied configuration. Requests go to the API without
 * forms.
 */
export async function createRawSite(world: TestServer) {
  const { mqttPort, services } = world;
  const owner = await world.signedUp();
  const { id: projectId } = await createProject(owner);
  const params = { params: { projectId } };
  const add = async (model: string) => {
    const [base] = (await world.register({ model })) as [BaseDevice];
    const { id } = await owner.call('deviceAdd', {
      ...params,
      body: { sn: base.sn, claimCode: base.claimCode },
    });
    return { id, base };
  };
  const goOnline = async (base: BaseDevice) =>
    RawDevice.online(mqttPort, base, await RawDevice.provision(mqttPort, base), {});
  const [gateway, networkSwitch] = [await add('NL-GW5'), await add('NL-SW8P')];
  const device = await goOnline(gateway.base);
  await owner.call('networkConfigApply', { ...params, body: { baseVersion: 0, config: APPLIED } });
  await device.next();

  /** Returns the state that a refused configuration must leave unchanged. */
  const readState = async () => {
    const [{ version, config }, { draft }, { items: jobs }, settings, history] = await Promise.all([
      owner.call('networkConfigGet', params),
      owner.call('networkDraftGet', params),
      owner.call('jobList', params),
      owner.call('deviceSettingsGet', { params: { projectId, deviceId: networkSwitch.id } }),
      owner.call('networkHistoryList', params),
    ]);
    const devices = services.db.selectFrom('devices').select(['id', 'desired_rev', 'desired_hash']);
    const secrets = services.db.selectFrom('network_secrets').select('id');
    return {
      version,
      config,
      draft,
      jobs: jobs.map(({ id }) => id),
      settings,
      history,
      devices: await devices.orderBy('id').execute(),
      secrets: await secrets.execute(),
      unread: device.unread.length,
    };
  };

  /** Sends a document without validation, as a program could. */
  const send = async (method: string, path: string, body: unknown) => {
    const response = await owner.fetch(`/api/v1/projects/${projectId}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as {
      code: number;
      message: string;
      fields?: Record<string, string>;
    };
    return { status: response.status, ...answer };
  };
  return { device, goOnline, networkSwitch, owner, projectId, send, readState };
}
