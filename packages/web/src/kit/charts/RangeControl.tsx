import { type ChartRange, chartRange } from '@northlight/contract';
import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { formatTime } from '../format/index.ts';
import { useIsPhone } from '../use-is-phone.ts';
import classes from './charts.module.css';
import { toIso, moveWindow, readNowSeconds, scaleWindow } from './chart-window.ts';
import type { RangeState } from './use-range.ts';
import { useFigures } from './use-figures.ts';

/** Formats a range with its unit: `12 h`. */
const formatRange = (range: ChartRange): string => range.replace(/[a-z]/, ' $&');
const AUTO = 'auto';
/** No range is selected while the charts are zoomed. */
const ZOOMED = '';
const DATA = [
  { value: AUTO, label: 'Auto' },
  ...chartRange.options.map((value) => ({ value, label: formatRange(value) })),
];

interface RangeControlProps {
  readonly range: RangeState;
  readonly timeZone: string;
  /** Selects the narrow variant for panels. */
  readonly compact?: boolean;
}

/**
 * Selects the automatic range or one of fixed ranges; its buttons are alternatives to dragging in the chart.
 * On a phone all controls are in one line, with the ranges as a list.
 */
export function RangeControl({ compact = false, range, timeZone }: RangeControlProps) {
  const { isAuto, resetZoom, setRange, zoom, zoomTo } = range;
  const [showsFigures, setShowsFigures] = useFigures();
  const isPhone = useIsPhone();
  const value = zoom ? ZOOMED : isAuto ? AUTO : range.range;
  const choose = (next: string) => setRange(chartRange.safeParse(next).data);
  const format = (at: number): string => formatTime(toIso(at), timeZone).slice(0, 16);
  const zoomBy = (factor: number) => () => {
    const view = range.visibleWindow();
    zoomTo(scaleWindow(view, factor, (view.from + view.to) / 2, readNowSeconds()));
  };
  const move = (direction: -1 | 1) => () =>
    zoomTo(moveWindow(range.visibleWindow(), direction, readNowSeconds()));
  return (
    <div
      className={`row wrap justify-end gap-8 ${classes['range']}`}
      data-compact={compact || undefined}
      role="group"
      aria-label="Time range"
    >
      {zoom && (
        <>
          <span className={`mut nowrap ${classes['window']}`}>
            {format(zoom.from)} – {format(zoom.to)}
          </span>
          <Button variant="default" onClick={resetZoom}>
            Back to {isAuto ? 'auto' : formatRange(range.range)}
          </Button>
        </>
      )}
      {isPhone && (
        <select
          aria-label="Range"
          className={`field ink grow ${classes['ranges']}`}
          value={value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {zoom && <option value={ZOOMED}>Zoomed</option>}
          {DATA.map(({ label, value: each }) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      )}
      <ActionIcon.Group>
        <Tool label="Earlier" onClick={move(-1)} sign="‹" />
        <Tool label="Zoom in" onClick={zoomBy(0.5)} sign="+" />
        <Tool label="Zoom out" onClick={zoomBy(2)} sign="−" />
        <Tool label="Later" onClick={move(1)} sign="›" off={!zoom} />
      </ActionIcon.Group>
      <Button
        variant={showsFigures ? 'light' : 'default'}
        aria-pressed={showsFigures}
        onClick={() => setShowsFigures(!showsFigures)}
      >
        Metrics
      </Button>
      {!isPhone && (
        <SegmentedControl size="xs" aria-label="Range" value={value} data={DATA} onChange={choose} />
      )}
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  /** Character on the button; an icon would need more code. */
  readonly sign: string;
  readonly off?: boolean;
  readonly onClick: () => void;
}

function Tool({ sign, label, off = false, onClick }: ToolProps) {
  return (
    <Tooltip label={off ? 'This period ends now' : label}>
      <ActionIcon
        variant="default"
        size={30}
        fz={18}
        aria-label={label}
        aria-disabled={off || undefined}
        data-disabled={off || undefined}
        onClick={off ? undefined : onClick}
      >
        <span aria-hidden="true">{sign}</span>
      </ActionIcon>
    </Tooltip>
  );
}
