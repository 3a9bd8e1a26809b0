import type { ChartEvent } from '@northlight/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { MARK_SIGNS } from '../kit/charts/index.ts';
import { formatDuration, formatTime } from '../kit/format/index.ts';
import { Card } from '../kit/page/index.ts';
import { describeEvent, createEventLink } from './chart-marks.ts';
import classes from './telemetry.module.css';

const SHOWN = 8;

/** Lists the events that charts mark as links, newest first. */
export function EventList({ events }: { readonly events: readonly ChartEvent[] }) {
  const { timeZone } = useProject();
  const [showsAll, setShowsAll] = useState(false);
  if (events.length === 0) return null;
  return (
    <Card title="Outages and changes">
      <ul className="grid gap-8">
        {events.slice(0, showsAll ? undefined : SHOWN).map((event) => (
          <li key={event.id}>
            <Link {...createEventLink(event)} className={`row gap-10 unlinked touch ${classes['event']}`}>
              <span
                className={`centre fixed tone small bold ${classes['sign']}`}
                data-severity={event.severity}
                aria-hidden="true"
              >
                {MARK_SIGNS[event.kind]}
              </span>
              <span className="fixed mut tabular">{formatTime(event.at, timeZone).slice(0, 16)}</span>
              <span className={`grow shrink-x anywhere underline-inside ${classes['eventText']}`}>
                {describeEvent(event)}
              </span>
              <span className="mut">{formatLength(event)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {events.length > SHOWN && (
        <Button variant="subtle" color="gray" size="compact-sm" mt={6} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${events.length}`}
        </Button>
      )}
    </Card>
  );
}

function formatLength({ at, open, until }: ChartEvent): string {
  if (open) return 'still open';
  return until === undefined ? '' : formatDuration((Date.parse(until) - Date.parse(at)) / 1000);
}
