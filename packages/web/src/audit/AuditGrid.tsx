import type { AuditRecord } from '@northlight/contract';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useMemo } from 'react';
import { useShellContext } from '../app/shell-context.tsx';
import { PagedGrid, usePagedList } from '../kit/grid/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { AuditPanel } from './AuditPanel.tsx';
import { AUDIT_FILTERS, auditColumns } from './columns.tsx';
import { formatRecordTitle } from './audit-labels.ts';

/** Records of a project, of the own account, or of the installation. */
export type AuditSource =
  | { readonly of: 'project'; readonly projectId: number }
  | { readonly of: 'own' }
  | { readonly of: 'installation' };

const getRowId = (record: AuditRecord) => record.id;

const OPERATIONS = { own: 'auditListOwn', installation: 'auditListAll', project: 'auditList' } as const;

/** Lists audit records in pages, newest first. */
export function AuditGrid({ source, timeZone }: { readonly source: AuditSource; readonly timeZone: string }) {
  const { session } = useShellContext();
  const columns = useMemo(() => auditColumns(timeZone), [timeZone]);
  const input =
    source.of === 'project' ? { params: { projectId: source.projectId }, query: {} } : { query: {} };
  const list = usePagedList(OPERATIONS[source.of], input, {
    id: 'audit',
    account: session.account.id,
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
