import type { HistoryEntry } from '@northlight/contract';
import { Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { ask } from '../app/confirm-store.ts';
import { toast } from '../app/toast.ts';
import { ChangeTable } from '../review/index.ts';
import { call, createQuery, toErrorSentence } from '../kit/api/index.ts';
import { GatedButton, deny } from '../kit/controls/GatedButton.tsx';
import { Age, formatTime, formatPlural } from '../kit/format/index.ts';
import { PanelFoot } from '../kit/page/index.ts';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useNetworkDraft } from '../draft/index.ts';
import { useRecentVersions } from './use-recent-versions.ts';
import classes from './network.module.css';

interface VersionPanelProps {
  readonly entry: HistoryEntry;
  readonly timeZone: string;
}

/** Author of versions that no account applied. */
const SYSTEM_AUTHOR = 'system';

export const formatAuthor = ({ changedBy }: HistoryEntry): string =>
  changedBy === SYSTEM_AUTHOR ? 'Northlight' : changedBy;

/** Shows the changes of one version compared with another, and the button that restores it. */
export function VersionPanel({ entry, timeZone }: VersionPanelProps) {
  const { id: projectId } = useProject();
  const entries = useRecentVersions();
  const latest = entries[0]?.version;
  const [since, setSince] = useState(entry.version - 1);
  const params = { projectId, version: entry.version };
  const compared = useQuery(createQuery('networkHistoryCompare', { params, query: { since } }));
  const choices = [
    ...entries
      .filter(({ version }) => version !== entry.version)
      .map(({ changedAt, version }) => ({
        value: String(version),
        label: `Version ${version}${version === latest ? ', the latest' : ''} · ${formatTime(changedAt, timeZone)}`,
      })),
    ...(entries.some(({ version }) => version === since) || since === 0
      ? []
      : [{ value: String(since), label: `Version ${since}` }]),
    { value: '0', label: 'Version 0, nothing configured' },
  ];
  const changes = compared.data?.items;
  return (
    <div className={`grid gap-12 ${classes['version']}`}>
      <Facts
        items={[
          {
            label: 'Applied',
            value: (
              <>
                {formatTime(entry.changedAt, timeZone)}
                <span className="mut">
                  {' · '}
                  <Age at={entry.changedAt} timeZone={timeZone} />
                </span>
              </>
            ),
          },
          { label: 'Author', value: formatAuthor(entry) },
          { label: 'Changes', value: entry.title },
        ]}
      />
      <Select
        label="Compare with"
        data={choices}
        value={String(since)}
        allowDeselect={false}
        onChange={(value) => setSince(Number(value))}
      />
      {compared.error && <Notice tone="error">{toErrorSentence(compared.error)}</Notice>}
      <Suspense fallback={<Skeleton height={120} />}>
        {!changes && !compared.error && <Skeleton height={120} />}
        {changes?.length === 0 && <p className="mut below">The two versions have no differences.</p>}
        {changes && changes.length > 0 && (
          <p className="mut below">
            {formatPlural(changes.length, 'setting')} {changes.length === 1 ? 'differs' : 'differ'}.
          </p>
        )}
        {changes && changes.length > 0 && (
          <ChangeTable changes={changes} headers={[`Version ${since}`, `Version ${entry.version}`]} />
        )}
      </Suspense>
      <RestoreVersion entry={entry} isLatest={entry.version === latest} />
    </div>
  );
}

/** Button that replaces the draft with this version, to be reviewed and applied like any other change. */
function RestoreVersion({
  entry: { version },
  isLatest,
}: {
  readonly entry: HistoryEntry;
  readonly isLatest: boolean;
}) {
  const { id: projectId } = useProject();
  const draft = useNetworkDraft();
  const stage = () =>
    call('networkHistoryGet', { params: { projectId, version } })
      .then(({ config, devices }) => {
        draft.replace(config, devices);
        toast.done(`Version ${version} is staged. Review the changes to apply it.`);
      })
      .catch((error: unknown) => toast.error(error));
  const confirm = () =>
    ask({
      title: `Replace your draft with version ${version}?`,
      body: `${formatPlural(draft.changes.length, 'staged change')} will be discarded.`,
      confirm: 'Replace draft',
      cancel: 'Keep draft',
      onConfirm: () => void stage(),
    });
  const current = draft.changes.length === 0 && isLatest;
  return (
    <PanelFoot>
      <span className="grow mut small">
        {current
          ? 'This version is in use.'
          : 'Restoring replaces your draft. You review it before it is applied.'}
      </span>
      <GatedButton
        can={current ? deny('This version is the applied configuration.') : draft.can}
        onClick={() => (draft.changes.length > 0 ? confirm() : void stage())}
      >
        Restore this version
      </GatedButton>
    </PanelFoot>
  );
}
