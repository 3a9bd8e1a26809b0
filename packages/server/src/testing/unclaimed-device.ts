import { PROTOCOL_VERSION, topics } from '@northlight/contract/device-protocol';
import type { BaseDevice } from '../devices/index.ts';
import { RawDevice } from './raw-device.ts';
import type { TestServer } from './test-server.ts';

/** Returns an unclaimed device on an open provisioning connection; `hello` sends a hello, and resolves to its answer. */
export async function connectUnclaimed(world: TestServer, model = 'NL-AP6C') {
  const [base] = (await world.register({ model })) as [BaseDevice];
  const device = await RawDevice.connect(world.mqttPort, `p-${base.sn}`, base.sn, base.secret);
  await device.client.subscribeAsync(topics.offer(base.sn), { qos: 1 });
  const hello = async (cloudCode?: string) => {
    await device.publish(topics.hello(base.sn), {
      v: PROTOCOL_VERSION,
      model: base.model,
      mac: base.mac,
      sw: '1.0.0',
      ...(cloudCode !== undefined && { cloudCode }),
    });
    return (await device.next()).payload;
  };
  return { base, device, hello, [Symbol.asyncDispose]: () => device[Symbol.asyncDispose]() };
}
