import { Aedes, type Client } from 'aedes';

type Packet = Parameters<Aedes['publish']>[0];
type Done = Parameters<Aedes['publish']>[1];

/**
 * A broker that delivers no device's publish to subscribers: a publish is complete when it is authorised,
 * because devices can subscribe only to their own `down` tree and cannot publish there. The cloud publishes
 * directly to the connection of a device.
 */
export class DeviceBroker extends Aedes {
  /** aedes passes the sending client before the callback, and no client for its own packets. */
  override publish(packet: Packet, from: Client | Done, done?: Done): void {
    if (typeof from === 'function') super.publish(packet, from);
    else done?.();
  }
}
