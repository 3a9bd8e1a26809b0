import { Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { formatTime } from '../../format/index.ts';
import { toIso } from '../chart-window.ts';
import { type ChartMark, MARK_SIGNS } from '../chart-mark.ts';
import { findOutages, groupMarks } from './marks.ts';
import classes from './marks.module.css';

/** Maximum number of events that one tooltip names. */
const MAX_NAMED = 6;

interface MarksProps {
  readonly marks: readonly ChartMark[];
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

/**
 * Draws outages and changes over a plot, for the mouse. They are hidden from the keyboard and screen readers,
 * because pages list the same events as links.
 */
export function Marks({ from, marks, timeZone, to }: MarksProps) {
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className={`absolute pass-through ${classes['layer']}`} aria-hidden="true">
      {findOutages(marks, from, to).map(({ id, start, width }) => (
        <span
          key={id}
          className={`absolute ${classes['span']}`}
          style={{ left: `${start * 100}%`, width: `${width * 100}%` }}
        />
      ))}
      {groupMarks(marks, from, to, width).map(({ marks: group, position }) => {
        const [top] = group;
        return (
          <Tooltip key={top.id} label={describeGroup(group, timeZone)} style={{ whiteSpace: 'pre' }}>
            <Link
              to={top.to}
              search={top.search}
              tabIndex={-1}
              className={`absolute tone ${classes['mark']}`}
              data-severity={top.severity}
              style={{ left: `${position * 100}%` }}
            >
              <span className="centre raised tiny bold">
                {group.length > 1 ? group.length : MARK_SIGNS[top.kind]}
              </span>
            </Link>
          </Tooltip>
        );
      })}
    </div>
  );
}

function describeGroup(group: readonly ChartMark[], timeZone: string): string {
  const lines = group
    .slice(0, MAX_NAMED)
    .map(({ at, text }) => `${formatTime(toIso(at), timeZone).slice(0, 16)}  ${text}`);
  const rest = group.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}
