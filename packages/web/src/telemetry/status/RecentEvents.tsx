import type { Project } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { describeWithDevice } from '../../logs/index.ts';
import { Age } from '../../kit/format/index.ts';
import classes from './status.module.css';

const SHOWN = 7;

/** Lists the latest device events of the project. */
export function RecentEvents({ project }: { readonly project: Project }) {
  const logs = useQuery(
    createQuery('logList', { params: { projectId: project.id }, query: { folded: 'true', limit: SHOWN } }),
  );
  if (logs.error && !logs.data) return <p className="mut">{toErrorSentence(logs.error)}</p>;
  if (!logs.data) return <Skeleton height={60} />;
  if (logs.data.items.length === 0) return <p className="mut">No events yet.</p>;
  return (
    <ul className="grid">
      {logs.data.items.map((record) => (
        <li key={record.id} className={`row gap-10 unlinked ${classes['item']}`}>
          <span className={`grow shrink-x ellipsis ${classes['name']}`} title={record.event}>
            {describeWithDevice(record)}
          </span>
          <span className="mut">
            <Age at={record.at} timeZone={project.timeZone} />
          </span>
        </li>
      ))}
    </ul>
  );
}
