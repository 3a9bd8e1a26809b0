import { ALLOWED, type Backup, BACKUP_PARTS, type BackupPart } from '@northlight/contract';
import { Button, Checkbox, Group, Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { call, createQuery, toErrorSentence } from '../kit/api/index.ts';
import { deny, GatedButton } from '../kit/controls/GatedButton.tsx';
import { formatTime } from '../kit/format/index.ts';
import { AdaptionList, ProposalDialog } from '../review/index.ts';
import { POPUP_WIDTHS } from '../ui/constants.ts';
import { Notice } from '../ui/Notice.tsx';
import { formatPart } from './backup-texts.ts';

interface RestoreDialogProps {
  readonly backup: Backup;
  readonly onClose: () => void;
}

/** Chooses the parts of a backup to restore, then reviews and applies them. */
export function RestoreDialog({ backup, onClose }: RestoreDialogProps) {
  const { id: projectId, timeZone } = useProject();
  const [parts, setParts] = useState<readonly BackupPart[]>();
  const params = { projectId, backupId: backup.id };
  if (!parts) return <PartsDialog backup={backup} onChosen={setParts} onClose={onClose} />;
  return (
    <ProposalDialog
      title={`Restore ${backup.deviceName}`}
      note={`As of ${formatTime(backup.at, timeZone)}: ${parts.map((part) => BACKUP_PARTS[part].title).join(', ')}.`}
      reviewKey={['backupRestoreReview', params, parts]}
      loadReview={(signal) =>
        call('backupRestoreReview', { params, body: { parts: [...parts] } }, { signal })
      }
      apply={async (confirmName) => {
        const { job } = await call('backupRestore', { params, body: { parts: [...parts], confirmName } });
        return job;
      }}
      onClose={onClose}
    />
  );
}

interface PartsDialogProps extends RestoreDialogProps {
  readonly onChosen: (parts: readonly BackupPart[]) => void;
}

function PartsDialog({ backup, onChosen, onClose }: PartsDialogProps) {
  const { id: projectId } = useProject();
  const { data, error } = useQuery(
    createQuery('backupContentsGet', { params: { projectId, backupId: backup.id } }),
  );
  const [left, setLeft] = useState<readonly BackupPart[]>([]);
  const chosen = (data?.parts ?? []).map(({ part }) => part).filter((part) => !left.includes(part));
  return (
    <Modal opened onClose={onClose} title={`Restore ${backup.deviceName}`} size={POPUP_WIDTHS.medium}>
      {error && <Notice tone="error">{toErrorSentence(error)}</Notice>}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <Stack gap="sm">
          <p>Choose what to restore. The next step shows each change before it is made.</p>
          {data.parts.map((part) => (
            <Checkbox
              key={part.part}
              label={formatPart(part)}
              description={
                'isShared' in BACKUP_PARTS[part.part]
                  ? 'Also on other access points. Items that were added since stay.'
                  : undefined
              }
              checked={!left.includes(part.part)}
              onChange={({ currentTarget }) =>
                setLeft(
                  currentTarget.checked ? left.filter((each) => each !== part.part) : [...left, part.part],
                )
              }
            />
          ))}
          <AdaptionList adaptions={data.adaptions} />
          {data.parts.some(({ items }) => items === 0) && (
            <p className="mut">A part with none removes the present items of the device.</p>
          )}
          <p className="mut">Does not contain: {data.omitted.join('; ')}.</p>
        </Stack>
      )}
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <GatedButton
          can={chosen.length === 0 ? deny('Choose at least one part.') : ALLOWED}
          onClick={() => onChosen(chosen)}
        >
          Review the changes
        </GatedButton>
      </Group>
    </Modal>
  );
}
