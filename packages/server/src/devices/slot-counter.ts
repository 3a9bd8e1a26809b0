import { DEVICE_LIMITS, formatModelName } from '@northlight/contract';
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
  readonly limit_class: string | null;
}

/** Counts the devices of a project by limit class while a list is added to it. */
export class SlotCounter {
  readonly #counts: Map<string, number>;
  /** First device that has a slot, by limit class: the name of a present device, or the row of a device in the list. */
  readonly #occupants: Map<string, string>;

  constructor(counts: ReadonlyMap<string, number>, present: readonly PresentDevice[]) {
    this.#counts = new Map(counts);
    this.#occupants = new Map(present.map((row) => [row.limit_class ?? '', row.name] as const));
  }

  /** Reserves a slot for a device, which later messages name by `label`; returns the reason when its kind has no slot left. */
  reserve(device: SlotDevice, label: string): string | undefined {
    const limitClass = getLimitClass(device.caps);
    if (!limitClass) return undefined;
    const count = this.#counts.get(limitClass) ?? 0;
    const occupant = this.#occupants.get(limitClass) ?? label;
    if (count >= DEVICE_LIMITS[limitClass]) return describeLimit(device, limitClass, occupant);
    this.#counts.set(limitClass, count + 1);
    this.#occupants.set(limitClass, occupant);
    return undefined;
  }
}

/**
 * Returns the message for a device above a limit: its model, the kind, the limit, and the device that has the
 * only slot.
 */
function describeLimit({ caps, model }: SlotDevice, limitClass: LimitClass, occupant: string): string {
  const limit = DEVICE_LIMITS[limitClass];
  const kind = caps.kind === 'ac' ? 'an AC' : CLASS_LABELS[limitClass];
  const share =
    limit === 1
      ? `a project has 1 gateway or AC and ${occupant} is it`
      : `a project has at most ${limit}, and all are in use`;
  return `${formatShortModel(model)} is ${kind}; ${share}.`;
}

/** Returns the model without its kind and its equipment: GW5 Lite for "Gateway GW5 Lite, 5 ports". */
function formatShortModel(model: string): string {
  const [name = model] = formatModelName(model).split(',');
  return /(?<= )\S*\d.*$/.exec(name)?.[0] ?? name;
}
