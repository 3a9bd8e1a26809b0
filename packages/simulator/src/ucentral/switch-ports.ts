type JsonObject = Readonly<Record<string, unknown>>;
const toObjectList = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? (value as JsonObject[]) : [];

/** Hardware of a port. Speeds are in Mbit/s. */
interface PortHardware {
  readonly speeds: readonly number[];
  /** True for a copper port, whose link takes the speed of the port. A module has its own speed. */
  readonly isCopper: boolean;
  readonly hasPoe: boolean;
}
const COPPER: PortHardware = { speeds: [10, 100, 1000], isCopper: true, hasPoe: false };
const COPPER_WITH_POE: PortHardware = { ...COPPER, hasPoe: true };

export const SWITCH_UPLINK = 'Ethernet8';
/** A port for modules of 1 or 10 Gbit/s, at first without a module. */
const MODULE_PORT = 'Ethernet9';
/** A port of 40 Gbit/s with a link. */
const FAST_PORT = 'Ethernet10';

/** Eight copper ports with PoE, one without PoE to the gateway, and two ports for modules. */
const HARDWARE: ReadonlyMap<string, PortHardware> = new Map([
  ...Array.from({ length: 8 }, (_, index) => [`Ethernet${index}`, COPPER_WITH_POE] as const),
  [SWITCH_UPLINK, COPPER],
  [MODULE_PORT, { speeds: [1000, 10_000], isCopper: false, hasPoe: false }],
  [FAST_PORT, { speeds: [40_000], isCopper: false, hasPoe: false }],
]);
export const SWITCH_PORTS: readonly string[] = [...HARDWARE.keys()];
export const hasPoe = (port: string): boolean => HARDWARE.get(port)?.hasPoe ?? false;

/** Speeds that the client knows (Mbit/s); it sets any other speed to 10 Mbit/s without an error. */
const CLIENT_SPEEDS: ReadonlySet<unknown> = new Set([10, 100, 1000, 2500, 5000, 10_000, 25_000, 100_000]);
const SLOWEST = 10;

/** State of the ports of a switch: settings of its configuration, and the cables and modules at them. */
export class SwitchPorts {
  /** Speed of the device or module at each port with a cable (Mbit/s). */
  readonly #cables = new Map(
    ['Ethernet0', 'Ethernet1', 'Ethernet2', 'Ethernet3', SWITCH_UPLINK]
      .map((port) => [port, 1000])
      .concat([[FAST_PORT, 40_000]]) as [string, number][],
  );
  #speeds = new Map<string, number>();
  #disabled: ReadonlySet<string> = new Set();
  #poeOff: ReadonlySet<string> = new Set();
  readonly #poeResets: string[] = [];

  /** Ports whose PoE is off. */
  get poeOff(): ReadonlySet<string> {
    return this.#poeOff;
  }

  /** Ports whose PoE was restarted, in order. */
  get poeResets(): readonly string[] {
    return this.#poeResets;
  }

  /** Plugs in a device or module of this speed (Mbit/s). */
  plug(port: string, speedMbps: number): void {
    this.#cables.set(port, speedMbps);
  }

  /** Returns the speed of the link (Mbit/s); undefined for a port without a link. */
  getLinkSpeed(port: string): number | undefined {
    const [cable, hardware] = [this.#cables.get(port), HARDWARE.get(port)];
    if (cable === undefined || !hardware || this.#disabled.has(port)) return undefined;
    const speed = this.#speeds.get(port) ?? Math.max(...hardware.speeds);
    if (hardware.isCopper) return Math.min(speed, cable);
    return speed === cable ? speed : undefined;
  }

  /**
   * Applies the ports of a configuration. A port that no entry selects is turned off, with its PoE, and an entry
   * without `poe` turns off the PoE of its ports. A port ignores a speed that it does not have.
   */
  configure(config: JsonObject): void {
    const disabled = new Set<string>();
    const poeOff = new Set<string>();
    for (const [port, hardware] of HARDWARE) {
      const entry = toObjectList(config['ethernet']).findLast((each) => selects(each, port));
      const poe = (entry?.['poe'] ?? {}) as JsonObject;
      if (hardware.hasPoe && poe['admin-mode'] !== true) poeOff.add(port);
      if (hardware.hasPoe && poe['do-reset'] === true) this.#poeResets.push(port);
      if (entry?.['enabled'] !== true) disabled.add(port);
      else if (!CLIENT_SPEEDS.has(entry['speed'])) this.#speeds.set(port, SLOWEST);
      else if (hardware.speeds.includes(Number(entry['speed'])))
        this.#speeds.set(port, Number(entry['speed']));
    }
    this.#disabled = disabled;
    this.#poeOff = poeOff;
  }

  /** Returns to the factory settings. */
  reset(): void {
    this.#speeds = new Map();
    this.#disabled = new Set();
    this.#poeOff = new Set();
  }
}

const selects = (entry: JsonObject, port: string): boolean => {
  const selected = (entry['select-ports'] ?? []) as readonly string[];
  return selected.includes(port) || selected.includes('Ethernet*');
};
