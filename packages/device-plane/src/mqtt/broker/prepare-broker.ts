import { type BrokerAddress, type BrokerClient } from './broker-client.ts';
import { BrokerUnfit } from './broker-unfit.ts';
import { CommandRefused, type DynamicSecurity, NoAnswer } from './dynamic-security.ts';
import {
  CONTROL_RESPONSES,
  DEVICE_GROUP,
  hasServerRole,
  NOTHING_BY_DEFAULT,
  sendAllAway,
  serverRole,
  UP_TOPICS,
} from './rights.ts';

/**
 * Brings the broker to what the server needs: its own rights, nothing allowed by default, the group of devices, and the
 * subscription of what devices say. Rejects with BrokerUnfit, in words for the operator.
 */
export async function prepareBroker(
  client: BrokerClient,
  security: DynamicSecurity,
  { host, port, username }: BrokerAddress,
): Promise<void> {
  const where = `The broker at ${host}:${port}`;
  const needs = `load mosquitto_dynamic_security.so and give ${username} its administrator's rights (docs/broker.md).`;
  try {
    if (!(await client.subscribe(CONTROL_RESPONSES)))
      throw new BrokerUnfit(`${where} does not let ${username} hear its administration: ${needs}`);
    const { roles } = await security.account(username);
    // It ends this connection: with the next one the rights are there.
    if (!hasServerRole(roles)) await security.run(...serverRole(username));
    if (await security.allowsByDefault())
      await security.run({ command: 'setDefaultACLAccess', acls: NOTHING_BY_DEFAULT });
    await security.run({ command: 'createGroup', groupname: DEVICE_GROUP });
  } catch (error) {
    if (error instanceof NoAnswer && client.isConnected)
      throw new BrokerUnfit(`${where} does not answer its administration: ${needs}`);
    if (error instanceof CommandRefused)
      throw new BrokerUnfit(`${where} refuses its administration (${error.message}): ${needs}`);
    throw error;
  }
  if (!(await client.subscribe(UP_TOPICS)))
    throw new BrokerUnfit(`${where} does not let ${username} hear ${UP_TOPICS}: ${needs}`);
}

/** Ends the connections of all devices, so that each introduces itself by a new birth. */
export const introduceAnew = (security: DynamicSecurity, now: number): Promise<void> =>
  security.run(...sendAllAway(now));
