import type { AuditRecord } from '@northlight/contract';
import { Button } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrent } from '../app/current.tsx';
import { call } from '../kit/api/index.ts';
import { PanelGrid } from '../kit/grid/index.ts';
import { LoadFailed } from '../kit/page/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { AuditPanel } from './AuditPanel.tsx';
import { auditColumns } from './columns.tsx';
import { actionWord } from './words.ts';

/** Whose records: a project's, the account's own, or those that belong to no project. */
export type AuditSource =
  | { readonly of: 'project'; readonly projectId: number }
  | { readonly of: 'own' }
  | { readonly of: 'installation' };

const idOf = (record: AuditRecord) => record.id;
const nameOf = (record: AuditRecord) => actionWord(record);

function fetchPage(source: AuditSource, cursor: string | undefined) {
  const query = cursor === undefined ? {} : { cursor };
  if (source.of === 'own') return call('auditListOwn', { query });
  if (source.of === 'installation') return call('auditListAll', { query });
  return call('auditList', { params: { projectId: source.projectId }, query });
}

/** Who changed what, newest first, a page at a time. */
export function AuditGrid({ source, timeZone }: { readonly source: AuditSource; readonly timeZone: string }) {
  const { session } = useCurrent();
  const list = useInfiniteQuery({
    queryKey: ['auditList', source],
    queryFn: ({ pageParam }) => fetchPage(source, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
  const records = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  const columns = useMemo(() => auditColumns(timeZone), [timeZone]);
  if (list.error && !records) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <PanelGrid
        panelLabel="Record"
        renderTitle={actionWord}
        renderPanel={(record) => <AuditPanel record={record} timeZone={timeZone} />}
        id="audit"
        account={session.account.id}
        label="Operations"
        noun="record"
        rows={records}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        defaultSort="-time"
        empty={
          <EmptyNote icon={<IconHistory size={40} stroke={1.4} />} title="Nothing was changed yet">
            Every change stands here with who made it, from where, the old and the new value, and how it
            ended. Whoever may only view the project sees his own records.
          </EmptyNote>
        }
      />
      {list.hasNextPage && (
        <Button
          variant="default"
          mt={8}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Load older records
        </Button>
      )}
    </>
  );
}
