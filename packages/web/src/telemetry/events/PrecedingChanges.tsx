import type { ChartEvent } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { formatTime } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { describeEvent, createEventLink } from '../chart-marks.ts';
import classes from '../telemetry.module.css';

const BEFORE_MS = 3_600_000;
const MAX_SHOWN = 5;
const CHANGES: ReadonlySet<ChartEvent['kind']> = new Set(['configuration', 'restart', 'upgrade']);

/**
 * Lists configurations, restarts and upgrades of the project in the hour before a moment as links, newest
 * first.
 */
export function PrecedingChanges({ time }: { readonly time: string }) {
  const { id: projectId, timeZone } = useProject();
  const query = { from: new Date(Date.parse(time) - BEFORE_MS).toISOString(), to: time };
  const found = useQuery(createQuery('chartEvents', { params: { projectId }, query }));
  if (found.error && !found.data) return <p className="mut">{toErrorSentence(found.error)}</p>;
  if (!found.data) return <Skeleton height={40} />;
  const changes = found.data.items.filter(({ at, kind }) => CHANGES.has(kind) && at <= time);
  if (changes.length === 0)
    return (
      <>
        <p className="mut">No configuration, restart or upgrade in the hour before.</p>
        <Link to={PATHS.networkHistory} search={{}} className="plain">
          Open history
        </Link>
      </>
    );
  return (
    <ul className="grid gap-8">
      {changes.slice(0, MAX_SHOWN).map((event) => (
        <li key={event.id}>
          <Link {...createEventLink(event)} className={`row gap-10 unlinked touch ${classes['event']}`}>
            <span className="fixed mut tabular">{formatTime(event.at, timeZone).slice(11, 16)}</span>
            <span className={'grow shrink-x anywhere underline-inside accent'}>{describeEvent(event)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
