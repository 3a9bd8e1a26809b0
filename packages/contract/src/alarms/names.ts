/**
 * Names of alarm kinds and severities. They are separate from the labels in `kinds.ts`, so that modules
 * without labels stay small.
 */
export const ALARM_SEVERITIES = ['info', 'warning', 'critical'] as const;
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

export const ALARM_KIND_NAMES = [
  'device-offline',
  'device-flapping',
  'site-lost',
  'uplink-down',
  'poe-budget',
  'poe-fault',
  'port-flapping',
  'vlan-path-broken',
  'config-refused',
  'config-rolled-back',
  'config-drifted',
  'channel-plan-worse',
  'restore-drill-failed',
  'identity-takeover',
  'claim-attempt',
  'device-event',
  'cpu-high',
  'memory-high',
  'clients-high',
  'project-clients-high',
  'dhcp-pool-high',
  'backhaul-weak',
  'backhaul-flapping',
  'bridge-link-weak',
  'disk-fault',
  'disk-full',
  'recording-stopped',
  'retention-short',
  'camera-lost',
  'camera-tampered',
  'picture-frozen',
  'picture-covered',
  'clock-wrong',
  'default-password',
] as const;
export type AlarmKind = (typeof ALARM_KIND_NAMES)[number];
