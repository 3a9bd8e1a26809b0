import { formatClock, type ShutdownPeriod } from '@northlight/contract';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useReadOnly } from '../../../kit/form/read-only.tsx';
import { getHourState, HOURS_PER_DAY, WEEK, toggleHour } from './shutdown-hours.ts';
import classes from '../wireless.module.css';

interface WeekGridProps {
  readonly periods: readonly ShutdownPeriod[];
  readonly onChange: (periods: ShutdownPeriod[]) => void;
}

interface Cell {
  readonly row: number;
  readonly hour: number;
}

const STATE_LABELS = { on: 'on', part: 'partly off', off: 'off' } as const;

/**
 * Grid with the hours of a week. Arrow keys move the focus, Space toggles an hour, and Shift with arrow keys
 * or dragging the pointer paints. The fields below the grid set minutes.
 */
export function WeekGrid({ onChange, periods }: WeekGridProps) {
  const isReadOnly = useReadOnly();
  const [active, setActive] = useState<Cell>({ row: 0, hour: 0 });
  const grid = useRef<HTMLDivElement>(null);
  // State of the current painting stroke with its periods. It is a ref, because pointer events arrive faster
  // than renders.
  const stroke = useRef<{ off: boolean; periods: ShutdownPeriod[] }>(undefined);

  const getCellState = ({ hour, row }: Cell) => getHourState(periods, WEEK[row]?.day ?? 0, hour);
  const paint = ({ hour, row }: Cell, off: boolean): void => {
    const before = stroke.current?.periods ?? periods;
    const next = toggleHour(before, WEEK[row]?.day ?? 0, hour, off);
    if (stroke.current) stroke.current.periods = next;
    onChange(next);
  };
  const focusCell = (to: Cell): void => {
    setActive(to);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${to.row}-${to.hour}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (!isReadOnly) paint(active, getCellState(active) !== 'off');
      return;
    }
    const to = findNextCell(event.key, active);
    if (!to) return;
    event.preventDefault();
    if (event.shiftKey && !isReadOnly) paint(to, getCellState(active) === 'off');
    focusCell(to);
  };
  const startStroke = (event: PointerEvent, cell: Cell): void => {
    if (isReadOnly || event.button !== 0) return;
    stroke.current = { off: getCellState(cell) !== 'off', periods: [...periods] };
    paint(cell, stroke.current.off);
    setActive(cell);
    window.addEventListener('pointerup', () => (stroke.current = undefined), { once: true });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its cells always has the focus of the grid
    <div
      ref={grid}
      role="grid"
      aria-label="Hours with Wi-Fi off"
      aria-readonly={isReadOnly || undefined}
      className={`grid gap-2 ${classes['week']}`}
      onKeyDown={onKeyDown}
    >
      <div role="row" className={`grid mut tiny ${classes['weekHead']}`}>
        <span role="columnheader">Day</span>
        {[0, 6, 12, 18].map((hour) => (
          <span role="columnheader" key={hour} aria-colspan={6}>
            {formatClock(hour * 60)}
          </span>
        ))}
      </div>
      {WEEK.map(({ name, short }, row) => (
        <div role="row" key={name} className={`grid small align-centre ${classes['weekRow']}`}>
          <span role="rowheader" title={name}>
            {short}
          </span>
          {Array.from({ length: HOURS_PER_DAY }, (_each, hour) => {
            const cell = { row, hour };
            const state = getCellState(cell);
            return (
              <span
                key={hour}
                role="gridcell"
                data-cell={`${row}-${hour}`}
                data-state={state}
                tabIndex={active.row === row && active.hour === hour ? 0 : -1}
                aria-selected={state !== 'on'}
                aria-label={`${name} ${formatClock(hour * 60)} to ${formatClock((hour + 1) * 60)}, ${STATE_LABELS[state]}`}
                className={`raised ${classes['hour']}`}
                onPointerDown={(event) => startStroke(event, cell)}
                onPointerEnter={() => stroke.current && paint(cell, stroke.current.off)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Returns the cell that a key moves to; undefined for other keys. */
function findNextCell(key: string, { hour, row }: Cell): Cell | undefined {
  const last = WEEK.length - 1;
  switch (key) {
    case 'ArrowLeft':
      return { row, hour: Math.max(0, hour - 1) };
    case 'ArrowRight':
      return { row, hour: Math.min(HOURS_PER_DAY - 1, hour + 1) };
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), hour };
    case 'ArrowDown':
      return { row: Math.min(last, row + 1), hour };
    case 'Home':
      return { row, hour: 0 };
    case 'End':
      return { row, hour: HOURS_PER_DAY - 1 };
    default:
      return undefined;
  }
}
