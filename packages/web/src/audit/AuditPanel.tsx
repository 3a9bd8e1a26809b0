import type { AuditRecord } from '@northlight/contract';
import { ABSENT, formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { Facts } from '../ui/Facts.tsx';
import classes from './audit.module.css';
import { formatActionLabel, formatActor, formatResultLabel } from './audit-labels.ts';
import { listDifferences } from './list-differences.ts';

export function AuditPanel({
  record,
  timeZone,
}: {
  readonly record: AuditRecord;
  readonly timeZone: string;
}) {
  const differences = listDifferences(record.before, record.after);
  return (
    <>
      <Section title="Record">
        <Facts
          items={[
            { label: 'Time', value: formatTime(record.at, timeZone) },
            { label: 'Actor', value: formatActor(record) },
            { label: 'IP address', value: <span className="mono">{record.network ?? ABSENT}</span> },
            { label: 'Operation', value: formatActionLabel(record) },
            { label: 'Object', value: record.objectName ?? record.object },
            { label: 'Result', value: formatResultLabel(record) },
            { label: 'Request', value: <span className="mono">{record.requestId ?? ABSENT}</span> },
            {
              label: 'Record number',
              value: record.sequence === undefined ? 'Pending' : String(record.sequence),
            },
          ]}
        />
      </Section>
      {differences.length > 0 && (
        <Section title="Changes">
          <table className={`lined ${classes['changes']}`}>
            <thead>
              <tr>
                <th>Field</th>
                <th>Before</th>
                <th>After</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ after, before, field }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{before === undefined ? ABSENT : <del>{before}</del>}</td>
                  <td>{after === undefined ? ABSENT : <ins className="unlinked strong">{after}</ins>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
    </>
  );
}
