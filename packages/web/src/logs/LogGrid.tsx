import type { LogKind, LogRecord } from '@northlight/contract';
import { Button, Switch } from '@mantine/core';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useCurrent, useProject } from '../app/current.tsx';
import { SaveFileButton } from '../app/SaveFileButton.tsx';
import { call } from '../kit/api/index.ts';
import { formatTime } from '../kit/format/index.ts';
import { PanelGrid, useFilterTokens } from '../kit/grid/index.ts';
import { LoadFailed, Page, Section } from '../kit/page/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { Facts } from '../ui/Facts.tsx';
import { logColumns } from './columns.tsx';
import { logQueryOf } from './log-query.ts';
import { RetentionSelect } from './RetentionSelect.tsx';

const idOf = (record: LogRecord) => record.id;
const nameOf = (record: LogRecord) => record.event;

const EMPTY: Readonly<Record<LogKind, { title: string; text: string }>> = {
  device: {
    title: 'Nothing happened yet',
    text: 'What becomes of devices stands here: their coming and going, configurations, commands, and what they tell of themselves.',
  },
  system: {
    title: 'The server has done nothing by itself yet',
    text: 'Scheduled restarts, and what was deleted when it had been kept long enough, stand here.',
  },
};

/** One kind of log, newest first, a page at a time; follows what is added as long as nobody stops it. */
export function LogGrid({ kind, tools }: { readonly kind: LogKind; readonly tools: ReactNode }) {
  const project = useProject();
  const { session } = useCurrent();
  const [follows, setFollows] = useState(true);
  const params = { projectId: project.id };
  const columns = useMemo(() => logColumns(kind, project.timeZone), [kind, project.timeZone]);
  const query = { kind, ...logQueryOf(useFilterTokens(columns)) };
  const list = useInfiniteQuery({
    // Under a name of its own nothing makes it stale.
    queryKey: [follows ? 'logList' : 'logList/held', { params, query }],
    queryFn: ({ pageParam, signal }) =>
      call('logList', { params, query: { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // Until the answer is there the page filters what it has.
    placeholderData: keepPreviousData,
  });
  const records = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  if (list.error && !records) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page
      title="Log"
      layout="fill"
      actions={
        <>
          {tools}
          <Switch
            label="Follow"
            checked={follows}
            onChange={(event) => setFollows(event.currentTarget.checked)}
          />
          <RetentionSelect projectId={project.id} can={project.can.own} />
          <SaveFileButton
            operation="logExport"
            input={{ params, query }}
            name={`log-${kind}.csv`}
            disabled={!records || records.length === 0}
          >
            Export
          </SaveFileButton>
        </>
      }
    >
      <PanelGrid
        panelLabel="Record"
        renderTitle={nameOf}
        renderPanel={(record) => (
          <Section title="Record">
            <Facts
              items={[
                { label: 'Time', value: formatTime(record.at, project.timeZone) },
                ...(record.device ? [{ label: 'Device', value: record.device.name }] : []),
                { label: 'Event', value: record.event },
              ]}
            />
          </Section>
        )}
        id={`log-${kind}`}
        account={session.account.id}
        label={kind === 'device' ? 'Device log' : 'System log'}
        noun="record"
        rows={records}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        defaultSort="-time"
        empty={
          <EmptyNote icon={<IconListDetails size={40} stroke={1.4} />} title={EMPTY[kind].title}>
            {EMPTY[kind].text}
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
    </Page>
  );
}
