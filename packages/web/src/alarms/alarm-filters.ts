import { ALARM_KINDS, ALARM_SEVERITIES, READ_STATES } from '@northlight/contract';
import { choiceFilter, type ServerFilters, textFilter } from '../kit/grid/index.ts';
import { readWord, severityWord } from './words.ts';

/** What the server filters of the alarms, by the columns of the list. */
export const ALARM_FILTERS: ServerFilters = {
  severity: choiceFilter(
    'severity',
    Object.fromEntries(ALARM_SEVERITIES.map((severity) => [severity, severityWord({ severity })])),
  ),
  kind: choiceFilter(
    'kind',
    Object.fromEntries(Object.entries(ALARM_KINDS).map(([kind, { label }]) => [kind, label])),
  ),
  device: textFilter('device'),
  model: textFilter('model'),
  read: choiceFilter('read', {
    '0': readWord({ read: READ_STATES.unread }),
    '1': readWord({ read: READ_STATES.read }),
  }),
  resolved: choiceFilter('state', { open: 'open', resolved: 'resolved' }),
};
