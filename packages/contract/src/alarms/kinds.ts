import type { AlarmKind, AlarmSeverity } from './names.ts';

/** Defines all kinds of alarms, with label and default rule; `kind-texts.ts` explains them. */

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
    severity: 'critical',
    ...lasts,
  },
  'device-flapping': {
    label: 'Device keeps disconnecting',
    severity: 'critical',
    ...lasts,
    threshold: { unit: 'disconnections in 10 min', value: 4, min: 2, max: 100, hysteresis: 0 },
  },
  'site-lost': {
    label: 'Site lost',
    severity: 'critical',
    ...lasts,
  },
  'uplink-down': {
    label: 'Uplink port down',
    severity: 'warning',
    ...lasts,
    toleranceSeconds: 30,
  },
  'poe-budget': {
    label: 'PoE budget',
    severity: 'critical',
    ...lasts,
  },
  'poe-fault': {
    label: 'PoE power lost',
    severity: 'warning',
    ...lasts,
  },
  'port-flapping': {
    label: 'Port flapping',
    severity: 'warning',
    ...lasts,
    threshold: { unit: 'changes in 5 min', value: 6, min: 3, max: 100, hysteresis: 0 },
  },
  'vlan-path-broken': {
    label: 'VLAN path broken',
    severity: 'critical',
    ...lasts,
  },
  'config-refused': {
    label: 'Configuration refused',
    severity: 'warning',
    ...moment,
  },
  'config-rolled-back': {
    label: 'Configuration rolled back',
    severity: 'critical',
    ...moment,
  },
  'config-drifted': {
    label: 'Configuration differs',
    severity: 'warning',
    ...moment,
  },
  'channel-plan-worse': {
    label: 'Channel plan taken back',
    severity: 'warning',
    ...moment,
  },
  'restore-drill-failed': {
    label: 'Restore drill failed',
    severity: 'warning',
    ...moment,
  },
  'identity-takeover': {
    label: 'Duplicate device credential',
    severity: 'critical',
    ...moment,
  },
  'claim-attempt': {
    label: 'Second claim',
    severity: 'warning',
    ...moment,
  },
  'device-event': {
    label: 'Device event',
    severity: 'warning',
    ...moment,
  },
  'cpu-high': {
    label: 'High CPU load',
    severity: 'warning',
    enabled: true,
    notify: false,
    toleranceSeconds: 600,
    threshold: percent(95),
  },
  'memory-high': {
    label: 'High memory use',
    severity: 'warning',
    enabled: true,
    notify: false,
    toleranceSeconds: 600,
    threshold: percent(95),
  },
  'clients-high': {
    label: 'Many clients',
    severity: 'info',
    enabled: false,
    notify: false,
    toleranceSeconds: 300,
    threshold: { unit: 'clients', value: 100, min: 1, max: 10_000, hysteresis: 5 },
  },
  'project-clients-high': {
    label: 'Many clients in the project',
    severity: 'info',
    enabled: false,
    notify: false,
    toleranceSeconds: 300,
    threshold: { unit: 'clients', value: 500, min: 1, max: 100_000, hysteresis: 20 },
  },
  'dhcp-pool-high': {
    label: 'High DHCP pool use',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 60,
    threshold: percent(95),
  },
  'backhaul-weak': {
    label: 'Weak backhaul',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 120,
    threshold: { unit: 'dBm', value: -75, min: -100, max: -40, hysteresis: 5, isLow: true },
  },
  'backhaul-flapping': {
    label: 'Backhaul flapping',
    severity: 'warning',
    ...lasts,
    threshold: { unit: 'changes in 10 min', value: 4, min: 2, max: 100, hysteresis: 0 },
  },
  'bridge-link-weak': {
    label: 'Weak bridge link',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 120,
    threshold: { unit: 'dBm', value: -75, min: -100, max: -40, hysteresis: 3, isLow: true },
  },
  'disk-fault': {
    label: 'Disk fault',
    severity: 'critical',
    ...lasts,
  },
  'disk-full': {
    label: 'Disks nearly full',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 0,
    threshold: { unit: 'days', value: 3, min: 1, max: 90, hysteresis: 1, isLow: true },
  },
  'recording-stopped': {
    label: 'Recording stopped',
    severity: 'critical',
    ...lasts,
    toleranceSeconds: 120,
  },
  'retention-short': {
    label: 'Fewer days than promised',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 600,
    threshold: { unit: '%', value: 100, min: 50, max: 200, hysteresis: 2, isLow: true },
  },
  'camera-lost': {
    label: 'Camera lost',
    severity: 'critical',
    ...lasts,
    toleranceSeconds: 120,
  },
  'camera-tampered': {
    label: 'Camera tampered with',
    severity: 'critical',
    ...lasts,
  },
  'picture-frozen': {
    label: 'Frozen picture',
    severity: 'critical',
    ...lasts,
  },
  'picture-covered': {
    label: 'Covered picture',
    severity: 'critical',
    ...lasts,
  },
  'clock-wrong': {
    label: 'Wrong clock',
    severity: 'warning',
    enabled: true,
    notify: true,
    toleranceSeconds: 120,
    threshold: { unit: 's', value: 5, min: 2, max: 3_600, hysteresis: 1 },
  },
  'default-password': {
    label: 'Default password',
    severity: 'warning',
    ...lasts,
  },
};

/** Kinds of alarms that report unreachable devices. */
export const OUTAGE_KINDS = ['site-lost', 'device-offline', 'uplink-down'] as const satisfies AlarmKind[];
