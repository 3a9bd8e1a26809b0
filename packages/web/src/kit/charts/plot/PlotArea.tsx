import type { MetricUnit } from '@northlight/contract';
import { type KeyboardEvent, lazy, Suspense, useCallback, useId, useRef } from 'react';
import { formatTime } from '../../format/index.ts';
import type { ChartData } from '../chart-data.ts';
import { useCharts } from '../charts-context.tsx';
import { Plot, type PlotHandle } from './Plot.tsx';
import { clampZoom, toIso, moveWindow, readNowSeconds, scaleWindow } from '../chart-window.ts';
import { formatValue } from '../units.ts';

// Loads the marks when there are events to show.
const Marks = lazy(async () => ({ default: (await import('./Marks.tsx')).Marks }));

const PAGES = 12;

interface PlotAreaProps {
  readonly title: string;
  readonly data: ChartData;
  readonly shown: ChartData;
  readonly unit: MetricUnit;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  readonly summary: string;
  readonly cursor: number | null;
  readonly onCursor: (index: number | null) => void;
}

/** Plot with keyboard access: a slider over time moves its cursor. */
export function PlotArea(props: PlotAreaProps) {
  const { cursor, data, height, hidden, onCursor, shown, summary, title, unit } = props;
  const { marks, range, syncKey, timeZone } = useCharts();
  const id = useId();
  const plot = useRef<PlotHandle>(null);
  const last = Math.max(0, Math.round((data.to - data.from) / data.step) - 1);
  const onSelect = useCallback(
    (from: number, to: number) => range.zoomTo(clampZoom({ from, to }, readNowSeconds())),
    [range],
  );
  const onKey = (event: KeyboardEvent): void => {
    const at = cursor ?? last;
    const now = readNowSeconds();
    const view = { from: data.from, to: data.to };
    const middle = cursor === null ? (data.from + data.to) / 2 : data.from + cursor * data.step;
    const to = (index: number) => () => plot.current?.moveCursor(Math.min(last, Math.max(0, index)));
    const page = Math.ceil(last / PAGES);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: to(at - 1),
      ArrowRight: to(at + 1),
      ArrowDown: to(at - 1),
      ArrowUp: to(at + 1),
      PageDown: to(at - page),
      PageUp: to(at + page),
      Home: to(0),
      End: to(last),
      '+': () => range.zoomTo(scaleWindow(view, 0.5, middle, now)),
      '=': () => range.zoomTo(scaleWindow(view, 0.5, middle, now)),
      '-': () => range.zoomTo(scaleWindow(view, 2, middle, now)),
      'Shift+ArrowLeft': () => range.zoomTo(moveWindow(view, -1, now)),
      'Shift+ArrowRight': () => range.zoomTo(moveWindow(view, 1, now)),
    };
    const move = moves[event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };
  return (
    <div className="relative" data-plot-frame>
      <div
        role="slider"
        tabIndex={0}
        className="round"
        aria-label={`${title}, cursor over time`}
        aria-describedby={id}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={cursor ?? last}
        aria-valuetext={formatValueText(shown, cursor ?? last, unit, timeZone)}
        onKeyDown={onKey}
        onBlur={() => plot.current?.moveCursor(null)}
      >
        <Plot ref={plot} {...{ data, height, hidden, onCursor, onSelect, syncKey, timeZone, unit }} />
        <span id={id} hidden>
          {summary}
        </span>
      </div>
      {marks.length > 0 && (
        <Suspense>
          <Marks marks={marks} from={data.from} to={data.to} timeZone={timeZone} />
        </Suspense>
      )}
    </div>
  );
}

/** Returns the time and values under the cursor as text. */
function formatValueText(
  { from, series, step }: ChartData,
  index: number,
  unit: MetricUnit,
  timeZone: string,
): string {
  const texts = series.map(({ label, values }) => {
    const value = values[index];
    return `${label} ${value === null || value === undefined ? 'no data' : formatValue(unit, value)}`;
  });
  return [formatTime(toIso(from + index * step), timeZone), ...texts].join(', ');
}
