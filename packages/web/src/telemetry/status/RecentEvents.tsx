import type { Project } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { Age } from '../../kit/format/index.ts';
import classes from './status.module.css';

const SHOWN = 7;

/** Lists the latest device events of the project. */
export function RecentEvents({ project }: { readonly project: Project }) {
  const logs = useQuery(createQuery('logList', { params: { projectId: project.id }, query: {} }));
  if (logs.error && !logs.data) return <p className={classes['note']}>{toErrorSentence(logs.error)}</p>;
  if (!logs.data) return <Skeleton height={60} />;
  if (logs.data.items.length === 0) return <p className={classes['note']}>No events yet.</p>;
  return (
    <ul className={classes['list']}>
      {logs.data.items.slice(0, SHOWN).map(({ at, device, event, id }) => (
        <li key={id} className={classes['item']}>
          <span className={classes['name']} title={event}>
            {device ? `${device.name}: ${event}` : event}
          </span>
          <span className="mut">
            <Age at={at} timeZone={project.timeZone} />
          </span>
        </li>
      ))}
    </ul>
  );
}
