import { type Backup, BACKUP_SYNC, type BackupSummary, type RestoreDrill } from '@northlight/contract';
import { Button } from '@mantine/core';
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { PageLoading } from '../app/PageLoading.tsx';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { formatBytes, formatPlural, formatTime, useNow } from '../kit/format/index.ts';
import {
  createChoiceFilter,
  createTextFilter,
  createTimeColumn,
  type GridColumn,
  PagedGrid,
  type ServerFilters,
  usePagedList,
} from '../kit/grid/index.ts';
import { LoadFailed, Page, PageAction } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatKind, formatSummary, SYNC_SIGNS, TYPE_LABELS } from './backup-texts.ts';
import { BackupPanel } from './BackupPanel.tsx';

const TakeBackupDialog = lazy(async () => ({
  default: (await import('./TakeBackupDialog.tsx')).TakeBackupDialog,
}));
const UploadBackupDialog = lazy(async () => ({
  default: (await import('./UploadBackupDialog.tsx')).UploadBackupDialog,
}));
const RemarkDialog = lazy(async () => ({ default: (await import('./RemarkDialog.tsx')).RemarkDialog }));
const DownloadBackupDialog = lazy(async () => ({
  default: (await import('./DownloadBackupDialog.tsx')).DownloadBackupDialog,
}));
const RestoreDialog = lazy(async () => ({ default: (await import('./RestoreDialog.tsx')).RestoreDialog }));

const getRowId = ({ id }: Backup): string => id;
const getRowName = ({ name }: Backup): string => name;

/** Lists the backups of the project's devices. */
export function BackupPage() {
  const { id: projectId, timeZone } = useProject();
  const { search, set } = useUrlState();
  const now = useNow();
  const found = useQuery(createQuery('backupSummaryGet', { params: { projectId } }));
  const columns = useMemo(() => createColumns(timeZone), [timeZone]);
  const list = usePagedList(
    'backupList',
    { params: { projectId }, query: {} },
    { id: 'backups', columns, serverFilters: FILTERS },
  );
  const closeDialog = useCallback(() => set({ dialog: undefined }), [set]);
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  const { automatic, can, drill } = found.data;
  const takeBackup = (): void => set({ dialog: 'take' });
  const open = list.rows?.find(({ id }) => id === search.open);
  return (
    <Page
      title="Backup"
      note={formatSummary(found.data, timeZone, now)}
      isNoteLong
      layout="fill"
      more={
        <PageAction can={can.write} onClick={() => set({ dialog: 'upload' })}>
          Upload a backup
        </PageAction>
      }
      actions={
        <GatedButton can={can.write} onClick={takeBackup}>
          Back up devices
        </GatedButton>
      }
    >
      {automatic?.failure && <FailureNotice failure={automatic.failure} />}
      {drill?.last && drill.last.result !== 'identical' && <DrillNotice drill={drill.last} />}
      <PagedGrid
        list={list}
        order="-at"
        moreLabel="Load older backups"
        panelLabel="Backup"
        renderTitle={getRowName}
        renderPanel={(backup, close) => (
          <BackupPanel key={backup.id} backup={backup} can={can.write} onClose={close} />
        )}
        label="Backups"
        noun="backup"
        rowId={getRowId}
        rowName={getRowName}
        empty={
          <EmptyNote
            icon={<IconArchive size={40} stroke={1.4} />}
            title="No backups yet"
            // A denied action is shown once, with its reason, above the list.
            {...(can.write.allowed && { action: <Button onClick={takeBackup}>Back up devices</Button> })}
          >
            A backup contains the configuration of a device. You can compare it with the present one, and
            restore all of it or parts.
          </EmptyNote>
        }
      />
      <Suspense>
        {search.dialog === 'take' && <TakeBackupDialog can={can.write} onClose={closeDialog} />}
        {search.dialog === 'upload' && <UploadBackupDialog can={can.write} onClose={closeDialog} />}
        {search.dialog === 'remark' && open && (
          <RemarkDialog backup={open} can={can.write} onClose={closeDialog} />
        )}
        {search.dialog === 'download' && open && (
          <DownloadBackupDialog backup={open} can={can.write} onClose={closeDialog} />
        )}
        {search.dialog === 'restore' && open && <RestoreDialog backup={open} onClose={closeDialog} />}
      </Suspense>
    </Page>
  );
}

type Failure = NonNullable<NonNullable<BackupSummary['automatic']>['failure']>;

/** Why automatic files are missing. They are written when the reason is gone. */
function FailureNotice({ failure: { at, devices, reason } }: { readonly failure: Failure }) {
  const { timeZone } = useProject();
  return (
    <Notice tone="warning" title={`The last automatic backup of ${formatPlural(devices, 'device')} failed`}>
      {formatTime(at, timeZone)}: {reason}
    </Notice>
  );
}

/** Number of findings that are shown at once. */
const SHOWN_FINDINGS = 5;

/** Differences of the last drill, or why it could not restore the file. */
function DrillNotice({ drill }: { readonly drill: NonNullable<RestoreDrill['last']> }) {
  const { backupName, deviceName, findings, result } = drill;
  return (
    <Notice
      tone="warning"
      title={
        result === 'failed'
          ? `The restore drill could not restore ${deviceName}`
          : `The restore drill of ${deviceName} found differences`
      }
    >
      {backupName}
      <ul>
        {findings.slice(0, SHOWN_FINDINGS).map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
      {findings.length > SHOWN_FINDINGS && `And ${findings.length - SHOWN_FINDINGS} more.`}
    </Notice>
  );
}

/** Columns that the server filters. */
const FILTERS: ServerFilters = {
  kind: createChoiceFilter('type', TYPE_LABELS),
  device: createTextFilter('device'),
  state: createChoiceFilter('sync', BACKUP_SYNC),
};

const createColumns = (timeZone: string): readonly GridColumn<Backup>[] => [
  { id: 'device', header: 'Device', card: 'title', width: 150, value: ({ deviceName }) => deviceName },
  {
    id: 'kind',
    header: 'Type',
    card: 'detail',
    width: 190,
    facet: Object.values(TYPE_LABELS),
    value: formatKind,
  },
  {
    id: 'state',
    header: 'State',
    card: 'state',
    width: 140,
    facet: Object.values(BACKUP_SYNC),
    value: ({ sync }) => BACKUP_SYNC[sync],
    cell: ({ sync }) => (
      <span className="inline-row gap-6 state-sign tone" data-state={SYNC_SIGNS[sync]}>
        {BACKUP_SYNC[sync]}
      </span>
    ),
  },
  createTimeColumn(timeZone, { id: 'at', header: 'Time', card: 'more', width: 174, at: ({ at }) => at }),
  {
    id: 'size',
    header: 'Size',
    card: 'figure',
    width: 80,
    align: 'right',
    value: ({ bytes }) => bytes,
    text: ({ bytes }) => formatBytes(bytes),
  },
  { id: 'remark', header: 'Remark', card: 'more', width: 170, value: ({ remark }) => remark },
  { id: 'by', header: 'By', width: 150, value: ({ by }) => by },
  { id: 'name', header: 'File', width: 260, hidden: true, value: ({ name }) => name },
  { id: 'model', header: 'Model', width: 110, hidden: true, value: ({ model }) => model },
];
