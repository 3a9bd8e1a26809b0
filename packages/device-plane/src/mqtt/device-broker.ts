import { Aedes, type Client } from 'aedes';

type Packet = Parameters<Aedes['publish']>[0];
type Done = Parameters<Aedes['publish']>[1];

/**
 * A broker that never delivers a device's publish to subscribers. A publish is complete when it is
 * authorised: devices can subscribe only to their own `down` tree, to which they cannot publish. The cloud
 * publishes directly to the connection of a device.
 */
export class DeviceBroker extends Aedes {
  /** aedes passes the sending client before the callback, and no client for its own packets. */
  override publish(packet: Packet, from: Client | Done, done?: Done): void {
    if (typeof from === 'function') super.publish(packet, from);
    else done?.();
  }
}
