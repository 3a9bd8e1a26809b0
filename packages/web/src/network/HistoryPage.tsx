import type { HistoryEntry } from '@northlight/contract';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import {
  createAgeColumn,
  createTimeColumn,
  type GridColumn,
  PagedGrid,
  type ServerFilters,
  createTextFilter,
  usePagedList,
} from '../kit/grid/index.ts';
import { Page } from '../kit/page/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { useRecentVersions } from './use-recent-versions.ts';
import { formatEntry } from './format-entry-changes.ts';
import { formatAuthor, VersionPanel } from './VersionPanel.tsx';

const getRowId = ({ version }: HistoryEntry): string => String(version);
const getRowName = ({ version }: HistoryEntry): string => `Version ${version}`;

/**
 * Lists every applied configuration with author, time and changes. The user can compare and restore versions.
 */
export function HistoryPage() {
  const project = useProject();
  const latest = useRecentVersions()[0]?.version;
  const columns = useMemo(() => createColumns(project.timeZone, latest), [project.timeZone, latest]);
  const list = usePagedList(
    'networkHistoryList',
    { params: { projectId: project.id }, query: {} },
    { id: 'network-history', columns, serverFilters: FILTERS },
  );
  return (
    <Page
      title="Configuration history"
      note="Every applied configuration. Open a version to compare it with another one or to restore it."
      isNoteLong
      layout="fill"
    >
      <PagedGrid
        list={list}
        order="-version"
        moreLabel="Load older versions"
        panelLabel="Version"
        renderTitle={getRowName}
        renderPanel={(entry) => (
          <VersionPanel key={entry.version} entry={entry} timeZone={project.timeZone} />
        )}
        label="Versions"
        noun="version"
        rowId={getRowId}
        rowName={getRowName}
        empty={
          <EmptyNote icon={<IconHistory size={40} stroke={1.4} />} title="No configuration applied yet">
            Every applied configuration appears here with its author and changes. You can compare any two
            versions and restore an older one.
          </EmptyNote>
        }
      />
    </Page>
  );
}

const AUTHOR_MAX = 254;
const FILTERS: ServerFilters = { by: createTextFilter('changedBy', AUTHOR_MAX) };

/** Columns of the history; `current` is the latest version of the project. */
const createColumns = (
  timeZone: string,
  current: number | undefined,
): readonly GridColumn<HistoryEntry>[] => [
  {
    id: 'version',
    header: 'Version',
    card: 'figure',
    width: 80,
    align: 'right',
    value: ({ version }) => version,
  },
  {
    id: 'state',
    header: 'State',
    card: 'state',
    width: 80,
    value: ({ version }) => (version === current ? 'Current' : undefined),
    cell: ({ version }) => (version === current ? <span className="ok strong">Current</span> : ''),
  },
  {
    // The title of the job repeats the changes unless a template or the demo names it.
    id: 'title',
    header: 'Title',
    hidden: true,
    width: 220,
    value: ({ title }) => title,
  },
  {
    id: 'changes',
    header: 'Changes',
    card: 'event',
    width: 560,
    value: formatEntry,
    cell: (entry) => <span title={formatEntry(entry)}>{formatEntry(entry)}</span>,
  },
  {
    id: 'by',
    header: 'Author',
    card: 'detail',
    width: 190,
    facet: true,
    value: ({ changedBy }) => changedBy,
    text: formatAuthor,
  },
  createTimeColumn(timeZone, { id: 'time', header: 'Applied', width: 160, at: ({ changedAt }) => changedAt }),
  createAgeColumn(timeZone, {
    id: 'age',
    header: 'Age',
    card: 'detail',
    width: 80,
    at: ({ changedAt }) => changedAt,
  }),
];
