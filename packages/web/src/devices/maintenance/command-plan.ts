import { COMMAND_TRAITS, type Device, type MaintenanceCommand, type Permission } from '@northlight/contract';
import { plural } from '../../kit/format/format.ts';

export type MaintenanceKind = MaintenanceCommand['kind'];

/** Which of the device's permissions a command needs. */
export const permissionOf = (device: Device, kind: MaintenanceKind): Permission => {
  if (kind === 'restart' || kind === 'poe-restart' || kind === 'cpe-mode') return device.can.restart;
  return kind === 'reset' ? device.can.reset : device.can.configure;
};

const WORDS: Readonly<
  Record<MaintenanceKind, { readonly verb: string; readonly what: string; readonly danger?: true }>
> = {
  restart: { verb: 'Restart', what: 'Meanwhile everything behind it is cut off.' },
  reset: {
    verb: 'Reset',
    what: 'The device goes back to what the factory made of it, then takes this project’s configuration again.',
    danger: true,
  },
  'poe-restart': {
    verb: 'Restart PoE of',
    what: 'What its ports feed loses power for some seconds and starts again.',
  },
  country: {
    verb: 'Change the country of',
    what: 'Its radios restart; Wi-Fi clients lose the connection meanwhile.',
  },
  locate: { verb: 'Locate', what: 'Its light blinks for a minute.' },
  'cpe-mode': {
    verb: 'Switch the mode of',
    what: 'The device restarts; the bridge link is down for up to 2 minutes.',
  },
};

export interface CommandPlan {
  readonly title: string;
  readonly button: string;
  readonly what: string;
  readonly danger: boolean;
  /** About how long, in words. */
  readonly time: string;
  readonly devices: readonly Device[];
  /** Which of the chosen ones stay out, and why. */
  readonly skipped: string | undefined;
}

/** The words of a question before a command on one device or many; those that cannot are named, not sent. */
export function commandPlan(kind: MaintenanceKind, chosen: readonly Device[]): CommandPlan {
  const devices = chosen.filter((device) => permissionOf(device, kind).allowed);
  const { danger = false, verb, what } = WORDS[kind];
  const [only] = devices;
  const subject = devices.length === 1 && only ? only.name : plural(devices.length, 'device');
  const out = chosen.length - devices.length;
  const reason = chosen.map((device) => permissionOf(device, kind)).find((can) => !can.allowed);
  const { seconds } = COMMAND_TRAITS[kind];
  return {
    title: `${verb} ${subject}?`,
    button: `${verb} ${subject}`,
    what,
    danger,
    time: seconds < 60 ? `${seconds} seconds` : plural(seconds / 60, 'minute'),
    devices,
    skipped:
      out > 0 && reason && !reason.allowed
        ? `${plural(out, 'device')} left out: ${reason.reason}`
        : undefined,
  };
}
