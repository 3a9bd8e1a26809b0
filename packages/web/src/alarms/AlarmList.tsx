import { type Alarm, READ_STATES, ALARM_KINDS, ALARM_SEVERITIES } from '@northlight/contract';
import IconBellCheck from '@tabler/icons-react/dist/esm/icons/IconBellCheck.mjs';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { SaveFileButton } from '../app/SaveFileButton.tsx';
import { deny, GatedButton } from '../kit/controls/GatedButton.tsx';
import { formatCount, formatPlural } from '../kit/format/index.ts';
import {
  PagedGrid,
  usePagedList,
  createChoiceFilter,
  type ServerFilters,
  createTextFilter,
} from '../kit/grid/index.ts';
import { Page, PageAction } from '../kit/page/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { createAlarmColumns } from './columns.tsx';
import { useAlarmActions } from './use-alarm-actions.ts';
import { formatReadLabel, formatSeverityLabel } from './alarm-labels.ts';

// The first load of the page is at its limit.
const AlarmPanel = lazy(async () => ({ default: (await import('./AlarmPanel.tsx')).AlarmPanel }));

const getRowId = (alarm: Alarm) => alarm.id;
const getRowName = (alarm: Alarm) => alarm.event;
/** Marks open alarms that are unread; a resolved one needs no action. */
const getRowMark = ({ read, resolvedAt }: Alarm) =>
  read === READ_STATES.unread && resolvedAt === undefined ? 'unread' : undefined;

/** Lists the alarms of the project in pages, grouped by cause, open ones first. */
export function AlarmList({ tools }: { readonly tools: ReactNode }) {
  const project = useProject();
  const params = { projectId: project.id };
  const columns = useMemo(() => createAlarmColumns(project.timeZone), [project.timeZone]);
  const list = usePagedList(
    'alarmList',
    { params, query: { order: 'state' } },
    { id: 'alarms', columns, serverFilters: ALARM_FILTERS },
  );
  const { query, rows: alarms } = list;
  const actions = useAlarmActions(project.id);
  const can = project.can.write;
  // Counts of the whole project, independent of the filter.
  const { openAlarms: open, unreadAlarms: unread } = project;
  return (
    <Page
      title="Alarm"
      note={
        alarms &&
        [
          open === 0 ? 'none open' : formatPlural(open, 'open alarm'),
          ...(unread > 0 ? [`${formatCount(unread)} unread`] : []),
        ].join(', ')
      }
      layout="fill"
      tools={tools}
      more={
        <>
          <SaveFileButton
            operation="alarmExport"
            input={{ params, query }}
            name="alarms.csv"
            without={!alarms || alarms.length === 0 ? 'There are no alarms to export.' : undefined}
          >
            Export alarms
          </SaveFileButton>
          <PageAction
            can={can.allowed && unread === 0 ? deny('All alarms are read.') : can}
            onClick={() => actions.read(undefined)}
          >
            Mark all as read
          </PageAction>
        </>
      }
    >
      <PagedGrid
        list={list}
        order="resolved"
        moreLabel="Load older alarms"
        panelLabel="Alarm"
        renderTitle={getRowName}
        renderPanel={(alarm) => (
          <Suspense>
            <AlarmPanel key={alarm.id} alarm={alarm} can={can} actions={actions} />
          </Suspense>
        )}
        label="Alarms"
        noun="alarm"
        rowId={getRowId}
        rowName={getRowName}
        rowMark={getRowMark}
        renderSelection={(rows, clear) => (
          <>
            {(['read', 'resolve'] as const).map((action) => (
              <GatedButton
                key={action}
                can={can}
                variant={action === 'read' ? 'filled' : 'default'}
                onClick={() => {
                  actions[action](rows);
                  clear();
                }}
              >
                {action === 'read' ? 'Mark as read' : 'Resolve'}
              </GatedButton>
            ))}
          </>
        )}
        empty={
          <EmptyNote icon={<IconBellCheck size={40} stroke={1.4} />} title="No alarms">
            An alarm appears here when a device goes offline, rejects its configuration or reports a fault.
            Alarms with one cause are grouped. Planned work raises no alarm. Open Rules to change thresholds
            and severities.
          </EmptyNote>
        }
      />
    </Page>
  );
}

/** Columns of the alarm list that the server filters. */
const ALARM_FILTERS: ServerFilters = {
  severity: createChoiceFilter(
    'severity',
    Object.fromEntries(ALARM_SEVERITIES.map((severity) => [severity, formatSeverityLabel({ severity })])),
  ),
  kind: createChoiceFilter(
    'kind',
    Object.fromEntries(Object.entries(ALARM_KINDS).map(([kind, { label }]) => [kind, label])),
  ),
  device: createTextFilter('device'),
  model: createTextFilter('model'),
  read: createChoiceFilter('read', {
    '0': formatReadLabel({ read: READ_STATES.unread }),
    '1': formatReadLabel({ read: READ_STATES.read }),
  }),
  resolved: createChoiceFilter('state', { open: 'open', resolved: 'resolved' }),
};
