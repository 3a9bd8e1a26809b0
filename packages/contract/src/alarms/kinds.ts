import type { AlarmKind, AlarmSeverity } from './names.ts';

/** Every kind of alarm, in one table: what it is called, what it is about, and what holds while a project says nothing. */

/** A figure that a kind is about, and how far it has to come back before the alarm ends. */
export interface AlarmThreshold {
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** The alarm ends below the threshold less this, so that it does not flap. */
  readonly hysteresis: number;
}

export interface AlarmKindTraits {
  readonly word: string;
  /** One sentence for the table of rules. */
  readonly about: string;
  readonly severity: AlarmSeverity;
  readonly enabled: boolean;
  readonly notify: boolean;
  /** For how long it must last before it is an alarm (s); absent where it is a moment. */
  readonly toleranceSeconds?: number;
  readonly threshold?: AlarmThreshold;
  /** The device's own reaction to planned work: it waits until that is over. */
  readonly waitsForPlannedWork?: true;
}

const percent = (value: number): AlarmThreshold => ({ unit: '%', value, min: 1, max: 100, hysteresis: 5 });
const lasts = { enabled: true, notify: true, toleranceSeconds: 0, waitsForPlannedWork: true } as const;
const moment = { enabled: true, notify: true } as const;

export const ALARM_KINDS: Readonly<Record<AlarmKind, AlarmKindTraits>> = {
  'device-offline': {
    word: 'Device offline',
    about: 'A device lost its connection.',
    severity: 'critical',
    ...lasts,
  },
  'site-lost': {
    word: 'Site lost',
    about: 'All devices that hang on the internet themselves were lost within a minute.',
    severity: 'critical',
    ...lasts,
  },
  'uplink-down': {
    word: 'Uplink port down',
    about: 'A device that is still reached says that an uplink or WAN port lost its link.',
    severity: 'warning',
    ...lasts,
    toleranceSeconds: 30,
  },
  'poe-budget': {
    word: 'PoE budget',
    about: 'A switch cannot feed everything that hangs on it.',
    severity: 'critical',
    ...lasts,
  },
  'poe-fault': {
    word: 'Port without power',
    about: 'A port of a switch stopped feeding what hangs on it.',
    severity: 'warning',
    ...lasts,
  },
  'port-flapping': {
    word: 'Port flapping',
    about: 'A port goes up and down again and again: one alarm with a count.',
    severity: 'warning',
    ...lasts,
    threshold: { unit: 'changes in 5 minutes', value: 6, min: 3, max: 100, hysteresis: 0 },
  },
  'config-refused': {
    word: 'Configuration refused',
    about: 'A device refused its configuration.',
    severity: 'warning',
    ...moment,
  },
  'config-rolled-back': {
    word: 'Configuration rolled back',
    about: 'A device went back to an older configuration by itself.',
    severity: 'critical',
    ...moment,
  },
  'config-drifted': {
    word: 'Configuration differs',
    about: 'A device runs something else than its project wants.',
    severity: 'warning',
    ...moment,
  },
  'identity-takeover': {
    word: 'Identity taken over',
    about: 'Several devices connect with one credential.',
    severity: 'critical',
    ...moment,
  },
  'device-event': {
    word: 'Device event',
    about: 'What a device reports by itself, with the severity that it gives.',
    severity: 'warning',
    ...moment,
  },
  'cpu-high': {
    word: 'Processor busy',
    about: 'A device’s processor is at or above this.',
    severity: 'warning',
    enabled: true,
    notify: false,
    toleranceSeconds: 600,
    threshold: percent(95),
  },
  'memory-high': {
    word: 'Memory full',
    about: 'A device’s memory is at or above this.',
    severity: 'warning',
    enabled: true,
    notify: false,
    toleranceSeconds: 600,
    threshold: percent(95),
  },
  'clients-high': {
    word: 'Many clients',
    about: 'A device has this many clients or more.',
    severity: 'info',
    enabled: false,
    notify: false,
    toleranceSeconds: 300,
    threshold: { unit: 'clients', value: 100, min: 1, max: 10_000, hysteresis: 5 },
  },
  'project-clients-high': {
    word: 'Many clients in the project',
    about: 'The project has this many online clients or more.',
    severity: 'info',
    enabled: false,
    notify: false,
    toleranceSeconds: 300,
    threshold: { unit: 'clients', value: 500, min: 1, max: 100_000, hysteresis: 20 },
  },
};
