import type { Project } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SeverityMark } from '../../alarms/index.ts';
import { createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { Age } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import classes from './status.module.css';

const SHOWN = 5;

/** Lists the newest open alarms of the project. */
export function OpenAlarms({ project }: { readonly project: Project }) {
  const alarms = useQuery(
    createQuery('alarmList', { params: { projectId: project.id }, query: { limit: SHOWN, state: 'open' } }),
  );
  if (alarms.error && !alarms.data) return <p className="mut">{toErrorSentence(alarms.error)}</p>;
  if (!alarms.data) return <Skeleton height={60} />;
  if (alarms.data.items.length === 0) return <p className="mut">No open alarms.</p>;
  return (
    <ul className={`grid ${classes['alarms']}`}>
      {alarms.data.items.map((alarm) => (
        <li key={alarm.id}>
          <Link
            to={PATHS.alarms}
            search={{ open: alarm.id }}
            className={`row gap-10 unlinked touch ${classes['item']}`}
          >
            <SeverityMark severity={alarm.severity} />
            <span
              className={`grow shrink-x ellipsis underline-inside ${classes['name']}`}
              title={alarm.event}
            >
              {alarm.event}
            </span>
            <span className="mut">
              <Age at={alarm.time} timeZone={project.timeZone} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
