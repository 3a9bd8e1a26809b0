import type { AuditRecord } from '@northlight/contract';
import { formatTime } from '../kit/format/index.ts';
import { choiceFilter, type GridColumn, type ServerFilters, textFilter } from '../kit/grid/index.ts';
import { parseActionLabel, actionLabel, resultLabel } from './audit-labels.ts';

const RESULTS = { ok: 'Done', refused: 'Refused', unknown: 'Unknown' } as const;
const ACTOR_MAX = 254;
const OBJECT_MAX = 200;

export const AUDIT_FILTERS: ServerFilters = {
  actor: textFilter('actor', ACTOR_MAX),
  operation: (label) => textFilter('action')(parseActionLabel(label)),
  object: textFilter('object', OBJECT_MAX),
  result: choiceFilter('result', RESULTS),
};

export function auditColumns(timeZone: string): readonly GridColumn<AuditRecord>[] {
  return [
    {
      id: 'time',
      header: 'Time',
      width: 170,
      value: (record) => record.at,
      text: (record) => formatTime(record.at, timeZone),
    },
    { id: 'actor', header: 'Actor', width: 220, facet: true, value: (record) => record.actor },
    { id: 'operation', header: 'Operation', width: 190, facet: true, value: actionLabel },
    { id: 'object', header: 'Object', width: 260, facet: true, value: (record) => record.object },
    { id: 'result', header: 'Result', width: 100, facet: Object.values(RESULTS), value: resultLabel },
    { id: 'from', header: 'IP address', width: 140, mono: true, value: (record) => record.network },
    {
      id: 'chain',
      header: 'No.',
      width: 90,
      align: 'right',
      value: (record) => record.sequence,
    },
  ];
}
