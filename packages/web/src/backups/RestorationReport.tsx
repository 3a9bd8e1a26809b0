import { type BackupReport, type BackupVerification, RESTORED_OUTCOMES } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../app/shell-context.tsx';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { formatCount, formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';

interface RestorationReportProps {
  readonly params: { readonly projectId: number; readonly backupId: string };
}

/** Result of the last restoration of a backup, and what the device confirms of it. */
export function RestorationReport({ params }: RestorationReportProps) {
  const { data, error } = useQuery(createQuery('backupReportGet', { params }));
  if (error)
    return (
      <Section title="Last restoration">
        <Notice tone="error">{toErrorSentence(error)}</Notice>
      </Section>
    );
  return data?.report ? <Report report={data.report} /> : null;
}

function Report({ report: { at, by, items, verification } }: { readonly report: BackupReport }) {
  const { timeZone } = useProject();
  const { note, unverified } = verification;
  return (
    <Section title="Last restoration">
      <Facts
        items={[
          { label: 'Time', value: `${formatTime(at, timeZone)} by ${by}` },
          { label: 'Verification', value: formatVerification(verification) },
        ]}
      />
      {note !== undefined && <p className="mut above">{note}</p>}
      {unverified.length > 0 && (
        <ul className="entries above" aria-label="Settings that are not verified">
          {unverified.map(({ path, reason, setting }) => (
            <Line key={`${path} ${reason}`} name={setting} state="Not verified" reason={reason} />
          ))}
        </ul>
      )}
      <ul className="entries above" aria-label="Items">
        {items.map(({ name, outcome, path, reason }) => (
          <Line
            key={path.join('/')}
            name={name}
            state={RESTORED_OUTCOMES[outcome]}
            {...(reason !== undefined && { reason })}
          />
        ))}
      </ul>
    </Section>
  );
}

interface LineProps {
  readonly name: string;
  readonly state: string;
  readonly reason?: string;
}

const Line = ({ name, reason, state }: LineProps) => (
  <li>
    <span className="column grow shrink-x">
      <span className="row between gap-16">
        <span className="anywhere">{name}</span>
        <span className="mut nowrap">{state}</span>
      </span>
      {reason !== undefined && <small className="mut anywhere">{reason}</small>}
    </span>
  </li>
);

function formatVerification({ settings, state, verified }: BackupVerification): string {
  switch (state) {
    case 'partial':
    case 'verified':
      return `${formatCount(verified)} of ${formatCount(settings)} settings verified`;
    case 'failed':
      return `None of ${formatCount(settings)} settings verified`;
    case 'unavailable':
      return `Accepted; ${formatCount(settings)} settings cannot be verified one by one`;
    case 'superseded':
      return 'Not verified';
    case 'waiting':
      return `${formatCount(settings)} settings wait for the report of the device`;
  }
}
