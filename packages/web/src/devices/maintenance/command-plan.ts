import {
  COMMAND_TRAITS,
  type Device,
  type MaintenanceCommand,
  type Permission,
  RESET_DELAY_SECONDS,
} from '@northlight/contract';
import { formatPlural } from '../../kit/format/format.ts';

export type MaintenanceKind = MaintenanceCommand['kind'];

export const getPermission = (device: Device, kind: MaintenanceKind): Permission => {
  if (kind === 'restart' || kind === 'poe-restart' || kind === 'cpe-mode') return device.can.restart;
  return kind === 'reset' ? device.can.reset : device.can.configure;
};

const TEXTS: Readonly<
  Record<MaintenanceKind, { readonly verb: string; readonly effect: string; readonly danger?: true }>
> = {
  restart: { verb: 'Restart', effect: 'Devices behind it are offline until it has restarted.' },
  reset: {
    verb: 'Reset',
    effect: 'The device is reset to factory settings and then receives this project’s configuration.',
    danger: true,
  },
  'poe-restart': {
    verb: 'Restart PoE of',
    effect: 'Powered devices restart.',
  },
  country: {
    verb: 'Change the country of',
    effect: 'Its radios restart. Wi-Fi clients are disconnected until the radios are on again.',
  },
  locate: { verb: 'Locate', effect: 'Its LED blinks for 1 min.' },
  discover: { verb: 'Find the neighbours of', effect: 'It reports its neighbours at once.' },
  'cpe-mode': {
    verb: 'Switch the mode of',
    effect: 'The device restarts. The bridge link is down for up to 2 min.',
  },
};

const HELD = `The reset starts ${RESET_DELAY_SECONDS} s after you confirm. You can cancel it until then.`;

export interface CommandPlan {
  readonly title: string;
  readonly button: string;
  readonly effect: string;
  readonly danger: boolean;
  /** Approximate duration of the command with its unit. */
  readonly time: string;
  readonly devices: readonly Device[];
  /** Sentence with the number of devices left out and the reason. */
  readonly skipped: string | undefined;
}

/** Returns the texts of the confirmation dialog of a command, and the devices that can run it. */
export function planCommand(kind: MaintenanceKind, chosen: readonly Device[]): CommandPlan {
  const devices = chosen.filter((device) => getPermission(device, kind).allowed);
  const { danger = false, verb, effect } = TEXTS[kind];
  const [only] = devices;
  const subject = devices.length === 1 && only ? only.name : formatPlural(devices.length, 'device');
  const skippedCount = chosen.length - devices.length;
  const reason = chosen.map((device) => getPermission(device, kind)).find((can) => !can.allowed);
  const { seconds } = COMMAND_TRAITS[kind];
  return {
    title: `${verb} ${subject}?`,
    button: `${verb} ${subject}`,
    effect: kind === 'reset' && devices.length > 1 ? `${effect} ${HELD}` : effect,
    danger,
    time: seconds < 60 ? `${seconds} s` : `${seconds / 60} min`,
    devices,
    skipped:
      skippedCount > 0 && reason && !reason.allowed
        ? `${formatPlural(skippedCount, 'device')} left out: ${reason.reason}`
        : undefined,
  };
}
