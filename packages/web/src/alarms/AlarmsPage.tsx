import { type Alarm, READ_STATES } from '@northlight/contract';
import { Button } from '@mantine/core';
import IconBellCheck from '@tabler/icons-react/dist/esm/icons/IconBellCheck.mjs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrent, useProject } from '../app/current.tsx';
import { toast } from '../app/toast.ts';
import { mutation, q } from '../kit/api/index.ts';
import { plural } from '../kit/format/index.ts';
import { PanelGrid } from '../kit/grid/index.ts';
import { LoadFailed, Page } from '../kit/page/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { AlarmPanel } from './AlarmPanel.tsx';
import { alarmColumns } from './columns.tsx';

const idOf = (alarm: Alarm) => alarm.id;
const nameOf = (alarm: Alarm) => alarm.event;
const markOf = (alarm: Alarm) => (alarm.read === READ_STATES.unread ? 'unread' : undefined);

export function AlarmsPage() {
  const project = useProject();
  const { session } = useCurrent();
  const client = useQueryClient();
  const list = useQuery(q('alarmList', { params: { projectId: project.id }, query: {} }));
  const columns = useMemo(() => alarmColumns(project.timeZone), [project.timeZone]);
  const mark = useMutation({
    ...mutation('alarmMarkRead'),
    onSettled: () =>
      Promise.all(['alarmList', 'projectList'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
    onError: (error) => toast.error(error),
  });
  const can = project.can.write;
  const alarms = list.data?.items;
  const unread = alarms?.filter(({ read }) => read === READ_STATES.unread).length ?? 0;
  const read = (rows: readonly Alarm[] | undefined) =>
    mark.mutate({ params: { projectId: project.id }, body: rows ? { ids: rows.map(({ id }) => id) } : {} });
  if (list.error && !alarms) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page
      title="Alarm"
      note={alarms && (unread === 0 ? 'none unread' : plural(unread, 'unread alarm'))}
      layout="fill"
      actions={
        <GatedButton
          can={can}
          variant="default"
          disabled={can.allowed && unread === 0}
          onClick={() => read(undefined)}
        >
          Mark all as read
        </GatedButton>
      }
    >
      <PanelGrid
        panelLabel="Alarm"
        renderTitle={nameOf}
        renderPanel={(alarm) => <AlarmPanel alarm={alarm} can={can} onRead={() => read([alarm])} />}
        id="alarms"
        account={session.account.id}
        label="Alarms"
        noun="alarm"
        rows={alarms}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        rowMark={markOf}
        defaultSort="-time"
        renderSelection={(rows, clear) => (
          <>
            <GatedButton
              can={can}
              onClick={() => {
                read(rows);
                clear();
              }}
            >
              Mark as read
            </GatedButton>
            <Button variant="default" onClick={clear}>
              Clear
            </Button>
          </>
        )}
        empty={
          <EmptyNote icon={<IconBellCheck size={40} stroke={1.4} />} title="No alarms">
            An alarm appears here when a device goes offline, refuses its configuration or goes back to an
            older one.
          </EmptyNote>
        }
      />
    </Page>
  );
}
