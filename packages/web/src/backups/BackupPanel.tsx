import { type Backup, BACKUP_SYNC, type Permission } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../app/confirm-store.ts';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation, createQuery, toErrorSentence } from '../kit/api/index.ts';
import { deny, GatedButton } from '../kit/controls/GatedButton.tsx';
import { formatBytes, formatTime } from '../kit/format/index.ts';
import { PanelFoot, Section } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatDevicePart, formatKind, formatPart } from './backup-texts.ts';
import { Differences } from './Differences.tsx';
import { RestorationReport } from './RestorationReport.tsx';

interface BackupPanelProps {
  readonly backup: Backup;
  readonly can: Permission;
  readonly onClose: () => void;
}

/** A backup with its contents, and its differences from what the device has now. */
export function BackupPanel({ backup, can, onClose }: BackupPanelProps) {
  const { id: projectId, timeZone } = useProject();
  const { set } = useUrlState();
  const params = { projectId, backupId: backup.id };
  const restorable = backup.deviceId === undefined ? deny('The device has left the project.') : can;
  return (
    <>
      <Section title="Backup">
        <Facts
          items={[
            { label: 'Device', value: `${backup.deviceName} (${backup.model})` },
            { label: 'Serial number', value: backup.deviceSn },
            { label: 'Type', value: formatKind(backup) },
            { label: 'State', value: BACKUP_SYNC[backup.sync] },
            { label: 'Time', value: `${formatTime(backup.at, timeZone)} by ${backup.by}` },
            { label: 'Size', value: formatBytes(backup.bytes) },
            ...(backup.software === undefined ? [] : [{ label: 'Software', value: backup.software }]),
            { label: 'Remark', value: backup.remark ?? 'None' },
          ]}
        />
      </Section>
      {can.allowed && <RestorationReport params={params} />}
      {restorable.allowed && <Contents params={params} />}
      {restorable.allowed && <Differences backup={backup} />}
      <PanelFoot>
        <DeleteButton backup={backup} can={can} onDeleted={onClose} />
        <GatedButton variant="default" can={can} onClick={() => set({ dialog: 'remark' })}>
          Remark
        </GatedButton>
        <GatedButton variant="default" can={can} onClick={() => set({ dialog: 'download' })}>
          Download
        </GatedButton>
        <GatedButton can={restorable} onClick={() => set({ dialog: 'restore' })}>
          Restore
        </GatedButton>
      </PanelFoot>
    </>
  );
}

interface BackupParams {
  readonly params: { readonly projectId: number; readonly backupId: string };
}

function Contents({ params }: BackupParams) {
  const { data, error } = useQuery(createQuery('backupContentsGet', { params }));
  const parts = (data?.parts ?? []).filter(({ items }) => items > 0);
  return (
    <Section title="Contains">
      {error && <Notice tone="error">{toErrorSentence(error)}</Notice>}
      {!data && !error && <Skeleton height={60} />}
      {data && (
        <>
          {parts.length === 0 ? (
            <p className="mut">No setting: the device had the defaults of its model.</p>
          ) : (
            <ul>
              {parts.map((part) => (
                <li key={part.part}>{formatPart(part)}</li>
              ))}
            </ul>
          )}
          {data.device && <p className="above">{formatDevicePart(data.device)}</p>}
          <p className="mut above">Does not contain: {data.omitted.join('; ')}.</p>
        </>
      )}
    </Section>
  );
}

function DeleteButton({
  backup,
  can,
  onDeleted,
}: Pick<BackupPanelProps, 'backup' | 'can'> & { readonly onDeleted: () => void }) {
  const { id: projectId } = useProject();
  const remove = useMutation({
    ...createMutation('backupDelete'),
    onSuccess: async () => {
      onDeleted();
      await awaitRefetch();
      toast.done('Backup deleted.');
    },
    onError: (error) => toast.error(error),
  });
  const isRestorePoint = backup.kind === 'restore-point';
  const label = isRestorePoint ? 'Delete restore point' : 'Delete';
  const confirm = (): void =>
    ask({
      title: `Delete ${backup.name}?`,
      body: isRestorePoint
        ? `${backup.deviceName} has no restore point then. You can make a new one.`
        : 'The file cannot be recovered.',
      confirm: label,
      danger: true,
      onConfirm: () => remove.mutate({ params: { projectId, backupId: backup.id } }),
    });
  return (
    <GatedButton variant="default" can={can} loading={remove.isPending} onClick={confirm}>
      {label}
    </GatedButton>
  );
}
