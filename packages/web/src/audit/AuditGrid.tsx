import type { AuditRecord } from '@northlight/contract';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useMemo } from 'react';
import { PagedGrid, usePagedList } from '../kit/grid/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { AUDIT_FILTERS, auditColumns } from './columns.tsx';
import { formatRecordTitle, formatActionLabel, formatActor, formatResultLabel } from './audit-labels.ts';
import { ABSENT, formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { Facts } from '../ui/Facts.tsx';
import classes from './audit.module.css';
import { listDifferences } from './list-differences.ts';

/** Records of a project, of the own account, or of the installation. */
export type AuditSource =
  | { readonly of: 'project'; readonly projectId: number }
  | { readonly of: 'own' }
  | { readonly of: 'installation' };

const getRowId = (record: AuditRecord) => record.id;

const OPERATIONS = { own: 'auditListOwn', installation: 'auditListAll', project: 'auditList' } as const;

/** Lists audit records in pages, newest first. */
export function AuditGrid({ source, timeZone }: { readonly source: AuditSource; readonly timeZone: string }) {
  const columns = useMemo(() => auditColumns(timeZone), [timeZone]);
  const input =
    source.of === 'project' ? { params: { projectId: source.projectId }, query: {} } : { query: {} };
  const list = usePagedList(OPERATIONS[source.of], input, {
    id: 'audit',
    columns,
    serverFilters: AUDIT_FILTERS,
  });
  return (
    <PagedGrid
      list={list}
      order="-time"
      moreLabel="Load older records"
      panelLabel="Record"
      renderTitle={formatRecordTitle}
      renderPanel={(record) => <AuditPanel record={record} timeZone={timeZone} />}
      label="Operations"
      noun="record"
      rowId={getRowId}
      rowName={formatRecordTitle}
      empty={
        <EmptyNote icon={<IconHistory size={40} stroke={1.4} />} title="No changes yet">
          Every change appears here with its actor, IP address, old and new value, and result. Users with read
          access to the project see only their own records.
        </EmptyNote>
      }
    />
  );
}

function AuditPanel({ record, timeZone }: { readonly record: AuditRecord; readonly timeZone: string }) {
  const differences = listDifferences(record.before, record.after);
  return (
    <>
      <Section title="Record">
        <Facts
          items={[
            { label: 'Time', value: formatTime(record.at, timeZone) },
            { label: 'Actor', value: formatActor(record) },
            { label: 'IP address', value: <span className="mono">{record.network ?? ABSENT}</span> },
            { label: 'Operation', value: formatActionLabel(record) },
            { label: 'Object', value: record.objectName ?? record.object },
            { label: 'Result', value: formatResultLabel(record) },
            { label: 'Request', value: <span className="mono">{record.requestId ?? ABSENT}</span> },
            {
              label: 'Record number',
              value: record.sequence === undefined ? 'Pending' : String(record.sequence),
            },
          ]}
        />
      </Section>
      {differences.length > 0 && (
        <Section title="Changes">
          <table className={`lined ${classes['changes']}`}>
            <thead>
              <tr>
                <th>Field</th>
                <th>Before</th>
                <th>After</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ after, before, field }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{before === undefined ? ABSENT : <del>{before}</del>}</td>
                  <td>{after === undefined ? ABSENT : <ins className="unlinked strong">{after}</ins>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
    </>
  );
}
