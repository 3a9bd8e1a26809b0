import type { DeviceKind } from '../device-protocol/capabilities.ts';
import type { AlarmKind, AlarmSeverity } from './names.ts';

/** Defines all kinds of alarms, with label, explanation and default rule. */

/** Threshold of a figure, with the hysteresis that ends the alarm. */
export interface AlarmThreshold {
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /**
   * The alarm ends when the figure differs from the threshold by more than this value, so that small changes of the
   * figure do not end and raise it repeatedly.
   */
  readonly hysteresis: number;
  /** True if values at or below the threshold raise the alarm; absent if those at or above it do. */
  readonly isLow?: true;
}

/** Formats a threshold with its unit: `95%`, `100 clients`. */
export const formatThreshold = (value: number, unit: string): string =>
  unit === '%' ? `${value}%` : `${value} ${unit}`;

export interface AlarmKindTraits {
  readonly label: string;
  /** One sentence for the table of rules. */
  readonly about: string;
  /** The first action that the operator can take while the alarm is open. */
  readonly firstStep: string;
  /** First action for gateways, instead of `firstStep`. */
  readonly gatewayFirstStep?: string;
  readonly severity: AlarmSeverity;
  readonly enabled: boolean;
  readonly notify: boolean;
  /** Minimum duration before the alarm is raised (s); absent for momentary events. */
  readonly toleranceSeconds?: number;
  readonly threshold?: AlarmThreshold;
  /** Set for alarms that planned work can cause. Such an alarm is delayed until the work has ended. */
  readonly waitsForPlannedWork?: true;
}

const percent = (value: number): AlarmThreshold => ({ unit: '%', value, min: 1, max: 100, hysteresis: 5 });
const lasts = { enabled: true, notify: true, toleranceSeconds: 0, waitsForPlannedWork: true } as const;
const moment = { enabled: true, notify: true } as const;

export const ALARM_KINDS: Readonly<Record<AlarmKind, AlarmKindTraits>> = {
  'device-offline': {
    label: 'Device offline',
    about: 'A device lost its connection.',
    firstStep: 'Check the device’s power and the cable to its uplink.',
    gatewayFirstStep: 'Check the gateway’s power and its internet line.',
    severity: 'critical',
    ...lasts,
  },
  'device-flapping': {
    label: 'Device keeps disconnecting',
    about: 'A device loses its connection repeatedly. One alarm counts the disconnections.',
    firstStep: 'Check the device’s power supply, then its cable or the signal of its uplink.',
    severity: 'critical',
    ...lasts,
    threshold: { unit: 'disconnections in 10 min', value: 4, min: 2, max: 100, hysteresis: 0 },
  },
  'site-lost': {
    label: 'Site lost',
    about: 'All devices with their own internet connection went offline within 1 min.',
    firstStep: 'Check the site’s power and its internet line.',
    severity: 'critical',
    ...lasts,
  },
  'uplink-down': {
    label: 'Uplink port down',
    about: 'An uplink or WAN port lost its link while the device stayed online.',
    firstStep: 'Check the cable of the port and the device at its other end.',
    severity: 'warning',
    ...lasts,
    toleranceSeconds: 30,
  },
  'poe-budget': {
    label: 'PoE budget',
    about: 'PoE demand exceeds the switch’s budget.',
    firstStep: 'Move a powered device to another switch, or turn off PoE on a port that is not needed.',
    severity: 'critical',
    ...lasts,
  },
  'poe-fault': {
    label: 'PoE power lost',
    about: 'A switch port stopped supplying power to its device.',
    firstStep: 'Check the cable and the powered device, then turn PoE of the port off and on.',
    severity: 'warning',
    ...lasts,
  },
  'port-flapping': {
    label: 'Port flapping',
    about: 'A port changes between up and down repeatedly. One alarm counts the changes.',
    firstStep: 'Replace the cable of the port, then check the device at its other end.',
    severity: 'warning',
    ...lasts,
    threshold: { unit: 'changes in 5 min', value: 6, min: 3, max: 100, hysteresis: 0 },
  },
  'vlan-path-broken': {
    label: 'VLAN path broken',
    about: 'A port between clients and the gateway does not carry their VLAN. The clients get no address.',
    firstStep: 'Add the VLAN to the port, then review and apply the change.',
    severity: 'critical',
    ...lasts,
  },
  'config-refused': {
    label: 'Configuration refused',
    about: 'A device refused its configuration.',
    firstStep: 'Read the reason on the device’s page, correct the setting and apply it again.',
    severity: 'warning',
    ...moment,
  },
  'config-rolled-back': {
    label: 'Configuration rolled back',
    about: 'A device rolled back to an earlier configuration.',
    firstStep: 'Compare the last two versions under History, correct the change and apply it again.',
    severity: 'critical',
    ...moment,
  },
  'config-drifted': {
    label: 'Configuration differs',
    about: 'A device’s configuration differs from the project’s.',
    firstStep: 'Open the device, compare the settings, then keep them or apply the project’s.',
    severity: 'warning',
    ...moment,
  },
  'channel-plan-worse': {
    label: 'Channel plan taken back',
    about: 'A channel plan made the Wi-Fi worse, so that the channels before it were restored.',
    firstStep: 'Compare the predicted and the measured figures under RF Optimization, History.',
    severity: 'warning',
    ...moment,
  },
  'restore-drill-failed': {
    label: 'Restore drill failed',
    about: 'The nightly drill could not restore a backup, or restored something else than it contains.',
    firstStep: 'Read the differences under Backup, then make a new backup of the device.',
    severity: 'warning',
    ...moment,
  },
  'identity-takeover': {
    label: 'Duplicate device credential',
    about:
      'Several devices connect with one credential, or a device reports the serial number or MAC address of another device.',
    firstStep: 'Find out which device is genuine, then reset the other one and remove its access.',
    severity: 'critical',
    ...moment,
  },
  'claim-attempt': {
    label: 'Second claim',
    about: 'Another account entered the correct claim code of a device of this project.',
    firstStep: 'Check who knows the claim code. Your device stays in your project.',
    severity: 'warning',
    ...moment,
  },
  'device-event': {
    label: 'Device event',
    about: 'The device reported an event for which there is no separate alarm kind.',
    firstStep: 'Open the device and read its log around this time.',
    severity: 'warning',
    ...moment,
  },
  'cpu-high': {
    label: 'High CPU load',
    about: 'A device’s CPU load is at or above this value.',
    firstStep:
      'Check the device’s traffic and clients at this time. Restart the device if the load stays high.',
    severity: 'warning',
    enabled: true,
    notify: false,
    toleranceSeconds: 600,
    threshold: percent(95),
  },
  'memory-high': {
    label: 'High memory use',
    about: 'A device’s memory use is at or above this value.',
    firstStep: 'Update the device’s software. Restart the device if its memory use stays high.',
    severity: 'warning',
    enabled: true,
    notify: false,
    toleranceSeconds: 600,
    threshold: percent(95),
  },
  'clients-high': {
    label: 'Many clients',
    about: 'A device has this many clients or more.',
    firstStep: 'Check the load of the device. Add an access point where many clients connect.',
    severity: 'info',
    enabled: false,
    notify: false,
    toleranceSeconds: 300,
    threshold: { unit: 'clients', value: 100, min: 1, max: 10_000, hysteresis: 5 },
  },
  'project-clients-high': {
    label: 'Many clients in the project',
    about: 'The project has this many online clients or more.',
    firstStep: 'Check the load of the internet line and of the DHCP pools.',
    severity: 'info',
    enabled: false,
    notify: false,
    toleranceSeconds: 300,
    threshold: { unit: 'clients', value: 500, min: 1, max: 100_000, hysteresis: 20 },
  },
  'dhcp-pool-high': {
    label: 'High DHCP pool use',
    about:
      'A DHCP pool uses this share of its addresses or more. The alarm is critical while the pool is full, because further clients have no internet.',
    firstStep: 'Enlarge the pool or shorten its lease time under DHCP Policy.',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 60,
    threshold: percent(95),
  },
  'backhaul-weak': {
    label: 'Weak backhaul',
    about: 'A mesh node receives its parent with this signal or less. Its clients have a slow connection.',
    firstStep: 'Move the node closer to its parent or to a stronger node, or connect it by a cable.',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 120,
    threshold: { unit: 'dBm', value: -75, min: -100, max: -40, hysteresis: 5, isLow: true },
  },
  'backhaul-flapping': {
    label: 'Backhaul flapping',
    about: 'A mesh node changes its parent repeatedly. One alarm counts the changes.',
    firstStep: 'Move the node closer to one of the other nodes, or connect it by a cable.',
    severity: 'warning',
    ...lasts,
    threshold: { unit: 'changes in 10 min', value: 4, min: 2, max: 100, hysteresis: 0 },
  },
  'bridge-link-weak': {
    label: 'Weak bridge link',
    about:
      'One end of a bridge link receives the other with this signal or less. Rain can interrupt the link.',
    firstStep:
      'Align the antennas of both ends under Wireless, Bridge links, and check that the line of sight is free.',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 120,
    threshold: { unit: 'dBm', value: -75, min: -100, max: -40, hysteresis: 3, isLow: true },
  },
  'disk-fault': {
    label: 'Disk fault',
    about:
      'A disk of a recorder reports faults, or has failed or is missing. The alarm is critical unless the disk still records.',
    firstStep: 'Replace the disk. Export recordings that you need first if it still records.',
    severity: 'critical',
    ...lasts,
  },
  'disk-full': {
    label: 'Disks nearly full',
    about:
      'A recorder that does not overwrite stops recording in this time or sooner. The alarm is critical while its disks are full.',
    firstStep: 'Let the recorder overwrite its oldest recordings, or add a disk.',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 0,
    threshold: { unit: 'days', value: 3, min: 1, max: 90, hysteresis: 1, isLow: true },
  },
  'recording-stopped': {
    label: 'Recording stopped',
    about: 'A recorder receives cameras and does not record them.',
    firstStep: 'Check the disks and the recording schedule of the recorder.',
    severity: 'critical',
    ...lasts,
    toleranceSeconds: 120,
  },
  'retention-short': {
    label: 'Fewer days than promised',
    about:
      'At the rate of the last 24 h, a recorder will hold this share of the promised days of a camera or less. Recordings are not lost yet.',
    firstStep: 'Add a disk, reduce the bit rate of the cameras, or change the promised days.',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 600,
    threshold: { unit: '%', value: 100, min: 50, max: 200, hysteresis: 2, isLow: true },
  },
  'camera-lost': {
    label: 'Camera lost',
    about:
      'A recorder does not receive a camera that is online or not managed here. An offline camera of the project has the alarm Device offline.',
    firstStep: 'Check the camera’s power and cable, then its address and password in the recorder.',
    severity: 'critical',
    ...lasts,
    toleranceSeconds: 120,
  },
  'camera-tampered': {
    label: 'Camera tampered with',
    about: 'A camera reports that it was covered, turned away or moved.',
    firstStep: 'Look at the picture of the camera, then check its lens and its direction at its place.',
    severity: 'critical',
    ...lasts,
  },
  'picture-frozen': {
    label: 'Frozen picture',
    about: 'A camera is online, and its last three hourly pictures are the same.',
    firstStep: 'Restart the camera, by PoE if it does not answer.',
    severity: 'critical',
    ...lasts,
  },
  'picture-covered': {
    label: 'Covered picture',
    about:
      'The last two hourly pictures of a camera show nothing, although it is not usually dark at this time.',
    firstStep: 'Look at the picture of the camera, then clean or uncover its lens.',
    severity: 'critical',
    ...lasts,
  },
  'clock-wrong': {
    label: 'Wrong clock',
    about:
      'The clock of a camera or recorder is wrong by this time or more. Its recordings have wrong times, and ONVIF passwords fail.',
    firstStep: 'Set the source of time of the device to a time server that it can reach.',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 120,
    threshold: { unit: 's', value: 5, min: 2, max: 3_600, hysteresis: 1 },
  },
  'default-password': {
    label: 'Default password',
    about: 'A camera or recorder accepts the password of its maker.',
    firstStep: 'Set another password on the device, also where the recorder uses it.',
    severity: 'warning',
    ...lasts,
  },
};

/** Kinds of alarms that report unreachable devices. */
export const OUTAGE_KINDS = ['site-lost', 'device-offline', 'uplink-down'] as const satisfies AlarmKind[];

export function getFirstStep(kind: AlarmKind, deviceKind: DeviceKind | undefined): string {
  const { firstStep, gatewayFirstStep = firstStep } = ALARM_KINDS[kind];
  return deviceKind === 'gateway' ? gatewayFirstStep : firstStep;
}
