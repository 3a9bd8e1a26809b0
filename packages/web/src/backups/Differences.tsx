import type { Backup } from '@northlight/contract';
import { Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { ChangeTable } from '../review/index.ts';
import { Notice } from '../ui/Notice.tsx';
import { formatKind } from './backup-texts.ts';

const NOW = 'now';
/** Backups that the choice offers: more than a device has, without general ones of many days. */
const OFFERED_MAX = 200;

/** Differences from a backup to what its device has now, or to another backup of the device. */
export function Differences({ backup }: { readonly backup: Backup }) {
  const { id: projectId, timeZone } = useProject();
  const [chosen, setChosen] = useState(NOW);
  const others = useQuery(
    createQuery('backupList', {
      params: { projectId },
      query: { deviceId: backup.deviceId, limit: OFFERED_MAX },
    }),
  ).data?.items.filter(({ id }) => id !== backup.id);
  const other = others?.find(({ id }) => id === chosen);
  const { data, error } = useQuery(
    createQuery('backupCompare', {
      params: { projectId, backupId: backup.id },
      query: other ? { otherId: other.id } : {},
    }),
  );
  return (
    <Section title="Differences">
      {others && others.length > 0 && (
        <Select
          label="Compared with"
          mb="sm"
          value={other ? other.id : NOW}
          onChange={(value) => setChosen(value ?? NOW)}
          data={[
            { value: NOW, label: 'Present configuration' },
            ...others.map((each) => ({
              value: each.id,
              label: `${formatTime(each.at, timeZone).slice(0, 16)}, ${formatKind(each).toLowerCase()}`,
            })),
          ]}
          allowDeselect={false}
          searchable
        />
      )}
      {error && <Notice tone="error">{toErrorSentence(error)}</Notice>}
      {!data && !error && <Skeleton height={60} />}
      {data?.items.length === 0 && (
        <p className="mut">
          {other ? 'Both backups have the same settings.' : 'The device has the same settings now.'}
        </p>
      )}
      {data && data.items.length > 0 && (
        <ChangeTable
          changes={data.items}
          headers={['This backup', other ? formatTime(other.at, timeZone).slice(0, 16) : 'Now']}
        />
      )}
    </Section>
  );
}
