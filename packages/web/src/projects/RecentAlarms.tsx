import type { Project } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SeverityMark } from '../alarms/index.ts';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { Age } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';
import classes from './projects.module.css';

const MAX_SHOWN = 4;

/** Open alarms of a project, then the last resolved ones. */
export function RecentAlarms({ project }: { readonly project: Project }) {
  const params = { projectId: project.id };
  const alarms = useQuery(createQuery('alarmList', { params, query: { limit: MAX_SHOWN, order: 'state' } }));
  if (alarms.error) return <p className="mut">{toErrorSentence(alarms.error)}</p>;
  if (!alarms.data) return <Skeleton height={60} />;
  if (alarms.data.items.length === 0) {
    return (
      <p className="mut">
        No alarms. Alarms appear here within 10 s, for example when a device goes offline.
      </p>
    );
  }
  return (
    <ul className={`grid ${classes['list']}`}>
      {alarms.data.items.map((alarm) => (
        <li key={alarm.id}>
          <Link
            to={PATHS.alarms}
            search={{ open: alarm.id }}
            className={`row gap-8 ruled unlinked touch ${classes['item']}`}
          >
            <SeverityMark severity={alarm.severity} isResolved={alarm.resolvedAt !== undefined} />
            <span className={`grow shrink-x anywhere underline-inside ${classes['event']}`}>
              {alarm.event}
            </span>
            <span className={alarm.resolvedAt === undefined ? 'warn nowrap' : 'mut nowrap'}>
              {alarm.resolvedAt === undefined ? (
                <Age at={alarm.time} timeZone={project.timeZone} verb="raised" />
              ) : (
                <Age at={alarm.resolvedAt} timeZone={project.timeZone} verb="resolved" />
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
