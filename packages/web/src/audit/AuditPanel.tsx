import type { AuditRecord } from '@northlight/contract';
import { ABSENT, formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { Facts } from '../ui/Facts.tsx';
import classes from './audit.module.css';
import { formatActionLabel, formatResultLabel, formatAuditValue } from './audit-labels.ts';

export function AuditPanel({
  record,
  timeZone,
}: {
  readonly record: AuditRecord;
  readonly timeZone: string;
}) {
  return (
    <>
      <Section title="Record">
        <Facts
          items={[
            { label: 'Time', value: formatTime(record.at, timeZone) },
            { label: 'Actor', value: record.actor },
            { label: 'IP address', value: <span className="mono">{record.network ?? ABSENT}</span> },
            { label: 'Operation', value: formatActionLabel(record) },
            { label: 'Object', value: record.object },
            { label: 'Result', value: formatResultLabel(record) },
            { label: 'Request', value: <span className="mono">{record.requestId ?? ABSENT}</span> },
            {
              label: 'Record number',
              value: record.sequence === undefined ? 'Pending' : String(record.sequence),
            },
          ]}
        />
      </Section>
      {record.before !== undefined && (
        <Section title="Before">
          <pre className={classes['value']}>{formatAuditValue(record.before)}</pre>
        </Section>
      )}
      {record.after !== undefined && (
        <Section title="After">
          <pre className={classes['value']}>{formatAuditValue(record.after)}</pre>
        </Section>
      )}
    </>
  );
}
