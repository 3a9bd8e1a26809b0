import type { AuditRecord } from '@northlight/contract';
import {
  createChoiceFilter,
  createRecordTimeColumn,
  type GridColumn,
  type ServerFilters,
  createTextFilter,
} from '../kit/grid/index.ts';
import {
  formatActor,
  parseActionLabel,
  formatActionLabel,
  formatRecordTitle,
  formatResultLabel,
} from './audit-labels.ts';

const RESULTS = { ok: 'Done', refused: 'Refused', unknown: 'Unknown' } as const;
const ACTOR_MAX = 254;
const OBJECT_MAX = 200;

export const AUDIT_FILTERS: ServerFilters = {
  actor: createTextFilter('actor', ACTOR_MAX),
  operation: (label) => createTextFilter('action')(parseActionLabel(label)),
  object: createTextFilter('object', OBJECT_MAX),
  result: createChoiceFilter('result', RESULTS),
};

export function auditColumns(timeZone: string): readonly GridColumn<AuditRecord>[] {
  return [
    createRecordTimeColumn(timeZone),
    {
      id: 'actor',
      header: 'Actor',
      card: 'detail',
      width: 220,
      facet: true,
      value: ({ actor }) => actor,
      text: formatActor,
    },
    {
      id: 'operation',
      header: 'Operation',
      card: 'event',
      width: 210,
      facet: true,
      value: formatActionLabel,
      // A card has one text for the operation and its object, which takes two lines.
      cardCell: formatRecordTitle,
    },
    {
      id: 'object',
      header: 'Object',
      width: 260,
      facet: true,
      value: ({ object }) => object,
      text: ({ object, objectName }) => objectName ?? object,
    },
    {
      id: 'result',
      header: 'Result',
      card: 'state',
      width: 100,
      facet: Object.values(RESULTS),
      value: formatResultLabel,
      isInCard: ({ result }) => result !== 'ok',
    },
    { id: 'from', header: 'IP address', width: 140, mono: true, value: (record) => record.network },
    {
      id: 'chain',
      header: 'Record number',
      width: 130,
      hidden: true,
      align: 'right',
      value: (record) => record.sequence,
    },
  ];
}
