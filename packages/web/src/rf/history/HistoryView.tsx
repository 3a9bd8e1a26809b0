import type { RfRun } from '@northlight/contract';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { type ReactNode, useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { formatTime } from '../../kit/format/index.ts';
import { createAgeColumn, createTimeColumn, type GridColumn, PanelGrid } from '../../kit/grid/index.ts';
import { LoadFailed, Page } from '../../kit/page/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import {
  APPLICATION_STATES,
  describeTrigger,
  formatActor,
  formatChange,
  RF_TITLE,
  RUN_STATES,
} from '../rf-texts.ts';
import { useRuns } from '../use-rf.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import { RunPanel } from './RunPanel.tsx';

const getRunId = ({ id }: RfRun): string => id;

/** Lists the newest optimizations. A row opens its plan. */
export function HistoryView({ views }: { readonly views: ReactNode }) {
  const { timeZone } = useProject();
  const runs = useRuns();
  const { search, set } = useUrlState();
  const columns = useMemo(() => createColumns(timeZone), [timeZone]);
  if (runs.error && !runs.data) return <LoadFailed error={runs.error} onRetry={() => void runs.refetch()} />;
  const restored =
    search.dialog === 'restore' ? runs.data?.items.find(({ id }) => id === search.open) : undefined;
  const nameRun = ({ startedAt }: RfRun): string => `Optimization of ${formatTime(startedAt, timeZone)}`;
  return (
    <Page title={RF_TITLE} note="The newest 20 optimizations" layout="fill" tools={views}>
      <PanelGrid
        panelLabel="Optimization"
        renderTitle={nameRun}
        renderPanel={(run) => <RunPanel key={run.id} run={run} />}
        id="rf-runs"
        label="Optimizations"
        noun="optimization"
        rows={runs.data?.items}
        columns={columns}
        rowId={getRunId}
        rowName={nameRun}
        defaultSort="-started"
        empty={
          <EmptyNote icon={<IconHistory size={40} stroke={1.4} />} title="No optimizations yet">
            Every optimization appears here with its plan. You can restore the channels before an applied
            plan.
          </EmptyNote>
        }
      />
      {restored && <RestoreDialog run={restored} onClose={() => set({ dialog: undefined })} />}
    </Page>
  );
}

const STATE_SIGNS: Readonly<Record<RfRun['state'], string>> = {
  running: 'running',
  completed: 'ok',
  failed: 'failed',
  cancelled: 'warning',
};

const createColumns = (timeZone: string): readonly GridColumn<RfRun>[] => [
  createTimeColumn(timeZone, {
    id: 'started',
    header: 'Started',
    card: 'title',
    width: 174,
    at: ({ startedAt }) => startedAt,
  }),
  createAgeColumn(timeZone, {
    id: 'age',
    header: 'Age',
    hidden: true,
    width: 80,
    at: ({ startedAt }) => startedAt,
  }),
  {
    id: 'state',
    header: 'State',
    card: 'state',
    width: 120,
    facet: true,
    value: ({ state }) => RUN_STATES[state],
    cell: ({ percent, state }) => (
      <span className="inline-row gap-6 state-sign tone" data-state={STATE_SIGNS[state]}>
        {RUN_STATES[state]}
        {state === 'running' && `, ${percent} %`}
      </span>
    ),
  },
  { id: 'trigger', header: 'Trigger', card: 'more', width: 172, value: describeTrigger },
  {
    id: 'by',
    header: 'Started by',
    width: 146,
    facet: true,
    value: ({ startedBy }) => formatActor(startedBy),
  },
  {
    id: 'changes',
    header: 'Changes',
    card: 'figure',
    width: 84,
    align: 'right',
    value: ({ changes }) => changes,
  },
  {
    id: 'predicted',
    header: 'Predicted',
    card: 'figure',
    width: 94,
    align: 'right',
    value: ({ predicted }) => predicted,
    text: ({ predicted }) => (predicted === undefined ? '' : formatChange(predicted)),
  },
  {
    id: 'measured',
    header: 'Measured',
    card: 'more',
    width: 94,
    align: 'right',
    value: ({ measured }) => measured,
    text: ({ measured }) => (measured === undefined ? '' : formatChange(measured)),
  },
  {
    id: 'application',
    header: 'Application',
    card: 'detail',
    width: 172,
    facet: true,
    value: ({ application }) => application && APPLICATION_STATES[application.state],
    cell: ({ application }) =>
      application ? (
        <span title={application.reason}>
          {APPLICATION_STATES[application.state]}
          <span className="mut">
            {' '}
            {formatTime(application.restoredAt ?? application.at, timeZone).slice(5, 16)}
          </span>
        </span>
      ) : (
        <span className="mut">Not applied</span>
      ),
    cardCell: ({ application }) => application && APPLICATION_STATES[application.state],
  },
];
