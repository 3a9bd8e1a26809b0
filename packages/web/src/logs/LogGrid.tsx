import type { LogKind, LogRecord } from '@northlight/contract';
import { Switch } from '@mantine/core';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { SaveFileButton } from '../app/SaveFileButton.tsx';
import { PagedGrid, usePagedList } from '../kit/grid/index.ts';
import { Page, Section } from '../kit/page/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { LOG_FILTERS, createLogColumns } from './columns.tsx';
import { describeRecord } from './record-text.ts';
import { Link } from '@tanstack/react-router';
import { SeverityMark } from '../alarms/index.ts';
import { formatTime } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';

const RetentionSelect = lazy(async () => ({
  default: (await import('./RetentionSelect.tsx')).RetentionSelect,
}));

const getRowId = (record: LogRecord) => record.id;

const EMPTY: Readonly<Record<LogKind, { title: string; text: string }>> = {
  device: {
    title: 'No device records yet',
    text: 'Connections, configurations, commands and events of devices appear here.',
  },
  system: {
    title: 'No system records yet',
    text: 'Scheduled restarts and deleted expired records appear here.',
  },
};

/** Lists one kind of log in pages, newest first. New records appear while Follow is on. */
export function LogGrid({ kind, tools }: { readonly kind: LogKind; readonly tools: ReactNode }) {
  const project = useProject();
  const [follows, setFollows] = useState(true);
  const params = { projectId: project.id };
  const columns = useMemo(() => createLogColumns(kind, project.timeZone), [kind, project.timeZone]);
  const list = usePagedList(
    'logList',
    { params, query: { kind, folded: 'true' } },
    {
      id: `log-${kind}`,
      columns,
      serverFilters: LOG_FILTERS,
      frozen: !follows,
    },
  );
  return (
    <Page
      title="Log"
      layout="fill"
      tools={
        <>
          {tools}
          <Switch
            label="Follow"
            checked={follows}
            onChange={(event) => setFollows(event.currentTarget.checked)}
          />
        </>
      }
      more={
        <>
          <SaveFileButton
            operation="logExport"
            input={{ params, query: { kind, ...list.query } }}
            name={`log-${kind}.csv`}
            without={!list.rows || list.rows.length === 0 ? 'There are no records to export.' : undefined}
          >
            Export log
          </SaveFileButton>
          <Suspense>
            <RetentionSelect projectId={project.id} can={project.can.own} />
          </Suspense>
        </>
      }
    >
      <PagedGrid
        list={list}
        order="-time"
        moreLabel="Load older records"
        panelLabel="Record"
        renderTitle={describeRecord}
        renderPanel={(record) => <RecordPanel record={record} timeZone={project.timeZone} />}
        label={kind === 'device' ? 'Device log' : 'System log'}
        noun="record"
        rowId={getRowId}
        rowName={describeRecord}
        empty={
          <EmptyNote icon={<IconListDetails size={40} stroke={1.4} />} title={EMPTY[kind].title}>
            {EMPTY[kind].text}
          </EmptyNote>
        }
      />
    </Page>
  );
}

interface RecordPanelProps {
  readonly record: LogRecord;
  readonly timeZone: string;
}

/** Details of a record; for a group, the time of each device. */
function RecordPanel({ record, timeZone }: RecordPanelProps) {
  const { at, device, event, members, severity } = record;
  return (
    <>
      <Section title="Record">
        <Facts
          items={[
            { label: 'Time', value: formatTime(at, timeZone) },
            { label: 'Severity', value: <SeverityMark severity={severity} /> },
            ...(device && !members ? [{ label: 'Device', value: <DeviceLink device={device} /> }] : []),
            { label: 'Event', value: event },
          ]}
        />
        {record.pictureUrl !== undefined && (
          <RecordPicture key={record.id} url={record.pictureUrl} event={event} />
        )}
      </Section>
      {members && (
        <Section title="Devices" aside={<span className="mut">{members.length}</span>}>
          <ul className="entries">
            {members.map((member) => (
              <li key={member.id}>
                {member.device && <DeviceLink device={member.device} />}
                <span className="mut">{formatTime(member.at, timeZone)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** Picture of the moment of an event. Viewers without access to pictures, and those of a deleted one, see none. */
function RecordPicture({ event, url }: { readonly event: string; readonly url: string }) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={event} className="wide" onError={() => setIsMissing(true)} />
    </a>
  );
}

const DeviceLink = ({ device }: { readonly device: NonNullable<LogRecord['device']> }) => (
  <Link to={PATHS.devices} search={{ open: device.id }}>
    {device.name}
  </Link>
);
