import type { Clock } from '@northlight/runtime';
import type { SimulatedDevice } from './simulated-device.ts';
import type { TruePlace } from './wiring/site-network.ts';

/** Duration of a PoE power cycle. */
const POWER_CYCLE_MS = 5_000;

/** The power of a site's devices. A device stays off until it is switched on again. */
export class SitePower {
  readonly #clock: Clock;
  readonly #off = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(device: SimulatedDevice, isOn: boolean): void {
    if (isOn) this.#off.delete(device.sn);
    else this.#off.add(device.sn);
    if (isOn) device.plug();
    else device.unplug();
  }

  /** Gives a device power, unless it is switched off. */
  plug(device: SimulatedDevice): void {
    if (!this.#off.has(device.sn)) device.plug();
  }

  /** Power-cycles the devices on these ports of a device. Returns functions that cancel their start. */
  cycle(
    devices: readonly SimulatedDevice[],
    places: readonly TruePlace[],
    { ports, sn }: { readonly sn: string; readonly ports: readonly string[] },
  ): (() => void)[] {
    const placeOf = new Map(places.map((place) => [place.sn, place] as const));
    return devices.flatMap((device) => {
      const { over, parentPort = '', parentSn } = placeOf.get(device.sn) ?? {};
      const isAtPort = parentSn === sn && over === undefined && ports.includes(parentPort);
      if (!isAtPort || !device.online) return [];
      device.unplug();
      return [this.#clock.after(POWER_CYCLE_MS, () => this.plug(device))];
    });
  }
}
