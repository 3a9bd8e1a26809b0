import { ALARM_KINDS, ALARM_SEVERITIES, READ_STATES } from '@northlight/contract';
import { choiceFilter, type ServerFilters, textFilter } from '../kit/grid/index.ts';
import { readLabel, severityLabel } from './alarm-labels.ts';

/** Server filters of the alarm list, by column. */
export const ALARM_FILTERS: ServerFilters = {
  severity: choiceFilter(
    'severity',
    Object.fromEntries(ALARM_SEVERITIES.map((severity) => [severity, severityLabel({ severity })])),
  ),
  kind: choiceFilter(
    'kind',
    Object.fromEntries(Object.entries(ALARM_KINDS).map(([kind, { label }]) => [kind, label])),
  ),
  device: textFilter('device'),
  model: textFilter('model'),
  read: choiceFilter('read', {
    '0': readLabel({ read: READ_STATES.unread }),
    '1': readLabel({ read: READ_STATES.read }),
  }),
  resolved: choiceFilter('state', { open: 'open', resolved: 'resolved' }),
};
