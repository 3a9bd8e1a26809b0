import { Aedes, type Client } from 'aedes';

type Packet = Parameters<Aedes['publish']>[0];
type Done = Parameters<Aedes['publish']>[1];

/**
 * A broker through which nobody hears what a device says: its publish has reached its end when it is authorised, because
 * nobody may subscribe to anything but his own `down` tree, and no device speaks there. What the cloud says goes to the
 * device's connection directly.
 */
export class DeviceBroker extends Aedes {
  /** aedes names the client that a packet came from before the callback; its own packets come without one. */
  override publish(packet: Packet, from: Client | Done, done?: Done): void {
    if (typeof from === 'function') super.publish(packet, from);
    else done?.();
  }
}
