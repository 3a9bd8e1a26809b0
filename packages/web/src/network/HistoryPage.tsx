import type { HistoryEntry } from '@northlight/contract';
import { Button } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrent, useProject } from '../app/current.tsx';
import { call } from '../kit/api/index.ts';
import { formatTime } from '../kit/format/index.ts';
import { type GridColumn, PanelGrid } from '../kit/grid/index.ts';
import { LoadFailed, Page } from '../kit/page/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { useNetworkDraft } from './draft-context.tsx';
import { VersionPanel } from './VersionPanel.tsx';

const idOf = ({ version }: HistoryEntry): string => String(version);
const nameOf = ({ version }: HistoryEntry): string => `Version ${version}`;

/** Every configuration that was applied: who, when, what; compared with any other, and gone back to. */
export function HistoryPage() {
  const { session } = useCurrent();
  const project = useProject();
  const { scope } = useNetworkDraft();
  const params = { projectId: project.id };
  const list = useInfiniteQuery({
    queryKey: ['networkHistoryList', { params }],
    queryFn: ({ pageParam }) =>
      call('networkHistoryList', { params, query: pageParam === undefined ? {} : { cursor: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextCursor }) => (nextCursor === undefined ? undefined : Number(nextCursor)),
  });
  const entries = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  const columns = useMemo(() => columnsIn(project.timeZone), [project.timeZone]);
  if (list.error && !entries) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page
      title="Configuration history"
      note={scope.device ? `gateway ${scope.device.name}` : 'no gateway in this project yet'}
      layout="fill"
    >
      <PanelGrid
        panelLabel="Version"
        renderTitle={nameOf}
        renderPanel={(entry) => (
          <VersionPanel
            key={entry.version}
            entry={entry}
            entries={entries ?? []}
            timeZone={project.timeZone}
          />
        )}
        id="network-history"
        account={session.account.id}
        label="Versions"
        noun="version"
        rows={entries}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        defaultSort="-version"
        empty={
          <EmptyNote icon={<IconHistory size={40} stroke={1.4} />} title="Nothing was applied yet">
            Every configuration that is applied stands here, with who applied it and what it changed. Any two
            can be compared, and each can be staged again.
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
          Load older versions
        </Button>
      )}
    </Page>
  );
}

const columnsIn = (timeZone: string): readonly GridColumn<HistoryEntry>[] => [
  { id: 'version', header: 'Version', width: 90, align: 'right', value: ({ version }) => version },
  {
    id: 'time',
    header: 'Applied',
    width: 170,
    value: ({ changedAt }) => changedAt,
    text: ({ changedAt }) => formatTime(changedAt, timeZone),
  },
  { id: 'by', header: 'By', width: 220, facet: true, value: ({ changedBy }) => changedBy },
  { id: 'title', header: 'What', width: 320, value: ({ title }) => title },
];
