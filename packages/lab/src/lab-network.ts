import type { Clock } from '@northlight/runtime';
import { LabClient } from './lab-client.ts';
import { plugCable, Namespace, listNamespaces } from './namespaces.ts';

/** Address of the cloud in the lab's internet (RFC 5737). */
export const INTERNET_ADDRESS = '203.0.113.1';
export const GATEWAY_WAN_ADDRESS = '203.0.113.2';
/** An address behind the internet host, as a target of clients. */
export const FAR_ADDRESS = '198.51.100.1';
export const LAB_PREFIX = 'nl-';
export const WAN = 'wan0';
export const LAN_PORTS = ['lan1', 'lan2'] as const;

/** Namespaces of an internet, a gateway and two clients with the cables between them, without programs. */
export interface LabNetwork extends AsyncDisposable {
  readonly internet: Namespace;
  readonly gateway: Namespace;
  client(number: 1 | 2): LabClient;
}

/**
 * Builds the namespaces `{prefix}inet`, `{prefix}gw`, `{prefix}c1` and `{prefix}c2`, after removing existing
 * ones of these names.
 */
export async function buildNetwork(clock: Clock, prefix = LAB_PREFIX): Promise<LabNetwork> {
  await removeNetwork(clock, prefix);
  const [internet, gateway, c1, c2] = ['inet', 'gw', 'c1', 'c2'].map(
    (name) => new Namespace(`${prefix}${name}`),
  ) as [Namespace, Namespace, Namespace, Namespace];
  try {
    for (const namespace of [internet, gateway, c1, c2]) await namespace.create();
    await plugCable(internet, 'eth0', gateway, WAN);
    await plugCable(gateway, LAN_PORTS[0], c1, 'eth0');
    await plugCable(gateway, LAN_PORTS[1], c2, 'eth0');
    await internet.exec('ip', 'address', 'add', `${INTERNET_ADDRESS}/24`, 'dev', 'eth0');
    await internet.exec('ip', 'address', 'add', `${FAR_ADDRESS}/32`, 'dev', 'lo');
    await gateway.exec('ip', 'address', 'add', `${GATEWAY_WAN_ADDRESS}/24`, 'dev', WAN);
    await gateway.exec('ip', 'route', 'add', 'default', 'via', INTERNET_ADDRESS);
    const clients = { 1: new LabClient(c1), 2: new LabClient(c2) };
    for (const client of Object.values(clients)) await client.prepare();
    return {
      internet,
      gateway,
      client: (number) => clients[number],
      [Symbol.asyncDispose]: () => removeNetwork(clock, prefix),
    };
  } catch (error) {
    await removeNetwork(clock, prefix);
    throw error;
  }
}

/** Returns a client of a lab that another process runs. */
export const createLabClient = (number: 1 | 2, prefix = LAB_PREFIX): LabClient =>
  new LabClient(new Namespace(`${prefix}c${number}`));

/** Removes the namespaces of a lab and ends their processes. */
export async function removeNetwork(clock: Clock, prefix = LAB_PREFIX): Promise<void> {
  for (const namespace of await listNamespaces(prefix)) await namespace.remove(clock);
}
