import type { AlarmKind } from '@northlight/contract';

interface RuleGroup {
  readonly title: string;
  readonly kinds: readonly AlarmKind[];
}

/** Alarm kinds by subject, in the order of the rules page. */
export const RULE_GROUPS: readonly RuleGroup[] = [
  {
    title: 'Devices',
    kinds: ['device-offline', 'device-flapping', 'site-lost', 'uplink-down', 'device-event'],
  },
  { title: 'Ports and PoE', kinds: ['poe-budget', 'poe-fault', 'port-flapping', 'vlan-path-broken'] },
  {
    title: 'Configuration',
    kinds: ['config-refused', 'config-rolled-back', 'config-drifted', 'restore-drill-failed'],
  },
  { title: 'Access', kinds: ['identity-takeover', 'claim-attempt'] },
  {
    title: 'Load',
    kinds: ['cpu-high', 'memory-high', 'clients-high', 'project-clients-high', 'dhcp-pool-high'],
  },
  {
    title: 'Cameras and recorders',
    kinds: [
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
    ],
  },
  {
    title: 'Wi-Fi, mesh and bridges',
    kinds: ['channel-plan-worse', 'backhaul-weak', 'backhaul-flapping', 'bridge-link-weak'],
  },
];
