import { type ChartRange, chartRange } from '@northlight/contract';
import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { formatTime } from '../format/index.ts';
import { useIsPhone } from '../use-is-phone.ts';
import classes from './charts.module.css';
import { toIso, moveWindow, readNowSeconds, scaleWindow } from './chart-window.ts';
import type { RangeState } from './use-range.ts';
import { useFigures } from './use-figures.ts';

const LABELS: Readonly<Record<ChartRange, string>> = {
  '1h': '1 h',
  '12h': '12 h',
  '24h': '24 h',
  '72h': '72 h',
  '7d': '7 d',
  '30d': '30 d',
};
const AUTO = 'auto';
/** No range is selected while the charts are zoomed. */
const ZOOMED = '';
const DATA = [
  { value: AUTO, label: 'Auto' },
  ...chartRange.options.map((value) => ({ value, label: LABELS[value] })),
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
  const toggleFigures = () => setShowsFigures(!showsFigures);
  const zoomBy = (factor: number) => () => {
    const view = range.visibleWindow();
    zoomTo(scaleWindow(view, factor, (view.from + view.to) / 2, readNowSeconds()));
  };
  const move = (direction: -1 | 1) => () =>
    zoomTo(moveWindow(range.visibleWindow(), direction, readNowSeconds()));
  return (
    <div
      className={classes['range']}
      data-compact={compact || undefined}
      role="group"
      aria-label="Time range"
    >
      {zoom && (
        <>
          <span className={classes['window']}>
            {formatTime(toIso(zoom.from), timeZone).slice(0, 16)} – {endText(zoom.from, zoom.to, timeZone)}
          </span>
          <Button variant="default" onClick={resetZoom}>
            Back to {isAuto ? 'auto' : LABELS[range.range]}
          </Button>
        </>
      )}
      {isPhone ? (
        <select
          aria-label="Range"
          className={classes['ranges']}
          value={value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {zoom && <option value={ZOOMED}>Zoomed</option>}
          {DATA.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </select>
      ) : (
        <Button
          variant={showsFigures ? 'light' : 'default'}
          aria-pressed={showsFigures}
          onClick={toggleFigures}
        >
          Show figures
        </Button>
      )}
      <ActionIcon.Group>
        <Tool label="Earlier" onClick={move(-1)} sign="‹" />
        <Tool label="Zoom in" onClick={zoomBy(0.5)} sign="+" />
        <Tool label="Zoom out" onClick={zoomBy(2)} sign="−" />
        <Tool label="Later" onClick={move(1)} sign="›" off={!zoom} />
      </ActionIcon.Group>
      {isPhone ? (
        <Tooltip label="Show figures">
          <ActionIcon
            variant={showsFigures ? 'light' : 'default'}
            size={44}
            aria-label="Show figures"
            aria-pressed={showsFigures}
            onClick={toggleFigures}
          >
            <IconTable size={17} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <SegmentedControl size="xs" aria-label="Range" value={value} data={DATA} onChange={choose} />
      )}
    </div>
  );
}

/** Returns the end of the window, without the date if it is on the same day as the start. */
function endText(from: number, to: number, timeZone: string): string {
  const [start, end] = [formatTime(toIso(from), timeZone), formatTime(toIso(to), timeZone)];
  return start.slice(0, 10) === end.slice(0, 10) ? end.slice(11, 16) : end.slice(0, 16);
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
    <Tooltip label={off ? `${label}: this period ends now` : label}>
      <ActionIcon
        variant="default"
        size={30}
        className={classes['tool']}
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
