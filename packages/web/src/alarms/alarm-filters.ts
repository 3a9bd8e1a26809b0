import { ALARM_KINDS, ALARM_SEVERITIES, READ_STATES } from '@northlight/contract';
import { createChoiceFilter, type ServerFilters, createTextFilter } from '../kit/grid/index.ts';
import { formatReadLabel, formatSeverityLabel } from './alarm-labels.ts';

/** Columns of the alarm list that the server filters. */
export const ALARM_FILTERS: ServerFilters = {
  severity: createChoiceFilter(
    'severity',
    Object.fromEntries(ALARM_SEVERITIES.map((severity) => [severity, formatSeverityLabel({ severity })])),
  ),
  kind: createChoiceFilter(
    'kind',
    Object.fromEntries(Object.entries(ALARM_KINDS).map(([kind, { label }]) => [kind, label])),
  ),
  device: createTextFilter('device'),
  model: createTextFilter('model'),
  read: createChoiceFilter('read', {
    '0': formatReadLabel({ read: READ_STATES.unread }),
    '1': formatReadLabel({ read: READ_STATES.read }),
  }),
  resolved: createChoiceFilter('state', { open: 'open', resolved: 'resolved' }),
};
