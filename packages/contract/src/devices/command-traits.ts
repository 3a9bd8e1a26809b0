import type { CommandKind } from '../device-protocol/commands.ts';
import type { Feature } from '../device-protocol/capabilities.ts';
import { DEVICE_STATES, type DeviceAction, type DeviceStateCode } from './states.ts';

/** Properties of a kind of command, used by console, server and device plane. */
export interface CommandTraits {
  /** Verb in the job's title: `Restart Lobby`, `Restart 12 devices`. */
  readonly verb: string;
  /** Feature that a device needs for the command. */
  readonly feature: Feature;
  /** Action that the device's state must allow (specification §4). */
  readonly action: DeviceAction;
  /**
   * Usual duration (s, specification §9). A command without an end after three times this duration counts as
   * lost.
   */
  readonly seconds: number;
  /** True if only one such command runs per device at a time. */
  readonly exclusive: boolean;
  /** Device state while the command runs. */
  readonly state?: DeviceStateCode;
  /** Set if the command is done only after the device's next birth. */
  readonly endsWithBirth?: 'restart' | 'reset' | 'upgrade';
  /** Set for commands that change no setting or state of the device. */
  readonly diagnostic?: true;
  /** Set for commands whose reports contain results while the command runs. */
  readonly partialResults?: true;
}

/** Duration of the window in which a primary node finds factory-new nodes. */
export const FIND_NODES_SECONDS = 120;

/** Duration of a throughput test in each direction. */
export const THROUGHPUT_SECONDS = 10;

const MINUTE = 60;
const { rebooting, upgrading } = DEVICE_STATES;

export const COMMAND_TRAITS: Readonly<Record<CommandKind, CommandTraits>> = {
  restart: {
    verb: 'Restart',
    feature: 'restart',
    action: 'restart',
    seconds: MINUTE,
    exclusive: true,
    state: rebooting,
    endsWithBirth: 'restart',
  },
  reset: {
    verb: 'Reset',
    feature: 'reset',
    action: 'reset',
    seconds: 3 * MINUTE,
    exclusive: true,
    state: rebooting,
    endsWithBirth: 'reset',
  },
  upgrade: {
    verb: 'Upgrade',
    feature: 'upgrade',
    action: 'upgrade',
    seconds: 5 * MINUTE,
    exclusive: true,
    state: upgrading,
    endsWithBirth: 'upgrade',
  },
  'poe-restart': {
    verb: 'Restart PoE of',
    feature: 'poe-restart',
    action: 'restart',
    seconds: 2 * MINUTE,
    exclusive: true,
  },
  country: {
    verb: 'Change the country of',
    feature: 'country',
    action: 'configure',
    seconds: 3 * MINUTE,
    exclusive: true,
  },
  'cpe-mode': {
    verb: 'Switch the mode of',
    feature: 'cpe-mode',
    action: 'restart',
    seconds: 2 * MINUTE,
    exclusive: true,
    state: rebooting,
    endsWithBirth: 'restart',
  },
  locate: { verb: 'Locate', feature: 'locate', action: 'configure', seconds: 10, exclusive: false },
  discover: {
    verb: 'Find the neighbours of',
    feature: 'discover',
    action: 'configure',
    seconds: 10,
    exclusive: false,
    diagnostic: true,
  },
  'wifi-scan': {
    verb: 'Scan Wi-Fi at',
    feature: 'wifi-scan',
    action: 'configure',
    seconds: 30,
    exclusive: false,
    diagnostic: true,
  },
  'find-nodes': {
    verb: 'Find nodes near',
    feature: 'find-nodes',
    action: 'configure',
    seconds: FIND_NODES_SECONDS,
    exclusive: false,
    diagnostic: true,
    partialResults: true,
  },
  'client-kick': {
    verb: 'Disconnect a client of',
    feature: 'wifi',
    action: 'configure',
    seconds: 5,
    exclusive: false,
  },
  ping: {
    verb: 'Ping from',
    feature: 'ping',
    action: 'configure',
    seconds: 20,
    exclusive: false,
    diagnostic: true,
  },
  traceroute: {
    verb: 'Trace a route from',
    feature: 'ping',
    action: 'configure',
    seconds: 40,
    exclusive: false,
    diagnostic: true,
  },
  'route-table': {
    verb: 'Read the route table of',
    feature: 'route-table',
    action: 'configure',
    seconds: 5,
    exclusive: false,
    diagnostic: true,
  },
  align: {
    verb: 'Align',
    feature: 'bridge-link',
    action: 'configure',
    seconds: 5,
    exclusive: false,
    diagnostic: true,
  },
  throughput: {
    verb: 'Test the throughput of',
    feature: 'bridge-link',
    action: 'configure',
    seconds: 2 * THROUGHPUT_SECONDS,
    exclusive: false,
    diagnostic: true,
    partialResults: true,
  },
  'disk-format': {
    verb: 'Format a disk of',
    feature: 'disk-format',
    action: 'configure',
    seconds: 3 * MINUTE,
    exclusive: true,
  },
  snapshot: {
    verb: 'Take a picture with',
    feature: 'snapshot',
    action: 'configure',
    seconds: 10,
    exclusive: false,
    diagnostic: true,
  },
  backup: {
    verb: 'Read the part of',
    feature: 'backup',
    action: 'configure',
    seconds: 10,
    exclusive: false,
    diagnostic: true,
  },
  restore: {
    verb: 'Restore the leases of',
    feature: 'restore',
    action: 'configure',
    seconds: MINUTE,
    exclusive: false,
  },
  tunnel: {
    verb: 'Open the local page of',
    feature: 'local-page',
    action: 'configure',
    seconds: 10,
    exclusive: false,
    diagnostic: true,
  },
};

/** A command counts as lost after its usual duration times this factor. */
export const COMMAND_DEADLINE_FACTOR = 3;
export const getCommandDeadlineMs = (kind: CommandKind): number =>
  COMMAND_TRAITS[kind].seconds * 1000 * COMMAND_DEADLINE_FACTOR;
