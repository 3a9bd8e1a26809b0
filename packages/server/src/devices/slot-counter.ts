import { chooseRole, DEVICE_LIMITS, type DeviceRole, formatModelName } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { getLimitClass, type LimitClass } from './limit-class.ts';

const CLASS_LABELS: Readonly<Record<LimitClass, string>> = {
  gateway: 'a gateway',
  accessSwitch: 'an access switch',
  coreSwitch: 'a core switch',
  ap: 'an access point',
};

interface SlotDevice {
  readonly caps: Capabilities;
  readonly model: string;
}

interface PresentDevice {
  readonly name: string;
  readonly kind: string;
  readonly role: DeviceRole;
  readonly limit_class: string | null;
}

/** Role of a device that can be added, or the reason why it cannot. */
type Reservation = { readonly role: DeviceRole } | { readonly refusal: string };

/** Chooses the roles of devices and counts them by limit class while a list is added to a project. */
export class SlotCounter {
  readonly #netMode: number;
  readonly #roles: DeviceRole[];
  readonly #counts: Map<string, number>;
  /** First device that has a slot, by limit class: a present device, or one of the list. */
  readonly #occupants: Map<string, Pick<PresentDevice, 'kind' | 'name'>>;

  constructor(netMode: number, counts: ReadonlyMap<string, number>, present: readonly PresentDevice[]) {
    this.#netMode = netMode;
    this.#roles = present.map(({ role }) => role);
    this.#counts = new Map(counts);
    this.#occupants = new Map(present.map((row) => [row.limit_class ?? '', row] as const));
  }

  /** Reserves a slot for a device, which later messages name by `label`. */
  reserve(device: SlotDevice, label: string): Reservation {
    const role = chooseRole(device.caps, this.#netMode, this.#roles);
    const limitClass = getLimitClass(role, device.caps);
    if (limitClass) {
      const count = this.#counts.get(limitClass) ?? 0;
      const occupant = this.#occupants.get(limitClass) ?? { name: label, kind: device.caps.kind };
      if (count >= DEVICE_LIMITS[limitClass]) return { refusal: describeLimit(device, limitClass, occupant) };
      this.#counts.set(limitClass, count + 1);
      this.#occupants.set(limitClass, occupant);
    }
    this.#roles.push(role);
    return { role };
  }
}

/**
 * Returns the message for a device above a limit: its model, the kind, the limit, and the device that has the
 * only slot. A wireless router gives the slot of the gateway up by a change of its role.
 */
function describeLimit(
  { caps, model }: SlotDevice,
  limitClass: LimitClass,
  occupant: Pick<PresentDevice, 'kind' | 'name'>,
): string {
  const limit = DEVICE_LIMITS[limitClass];
  const kind = caps.kind === 'ac' ? 'an AC' : CLASS_LABELS[limitClass];
  const share =
    limit === 1
      ? `a project has 1 gateway or AC and ${occupant.name} is it`
      : `a project has at most ${limit}, and all are in use`;
  const remedy = limit === 1 && occupant.kind === 'wrouter' ? ' Make the router an access point first.' : '';
  return `${formatShortModel(model)} is ${kind}; ${share}.${remedy}`;
}

/** Returns the model without its kind and its equipment: GW5 Lite for "Gateway GW5 Lite, 5 ports". */
function formatShortModel(model: string): string {
  const [name = model] = formatModelName(model).split(',');
  return /(?<= )\S*\d.*$/.exec(name)?.[0] ?? name;
}
