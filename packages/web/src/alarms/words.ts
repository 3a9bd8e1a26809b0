import { type Alarm, READ_STATES } from '@northlight/contract';

const KINDS: Readonly<Record<Alarm['kind'], string>> = {
  'device-offline': 'Device offline',
  'config-refused': 'Configuration refused',
  'config-rolled-back': 'Configuration rolled back',
  'config-drifted': 'Configuration differs',
  'identity-takeover': 'Identity taken over',
  'device-event': 'Device event',
};
const SEVERITIES: Readonly<Record<Alarm['severity'], string>> = {
  info: 'Info',
  warning: 'Warning',
  critical: 'Critical',
};

export const kindWord = (alarm: Alarm): string => KINDS[alarm.kind];
export const severityWord = (alarm: Pick<Alarm, 'severity'>): string => SEVERITIES[alarm.severity];
export const readWord = (alarm: Pick<Alarm, 'read'>): string =>
  alarm.read === READ_STATES.read ? 'Read' : 'Unread';
