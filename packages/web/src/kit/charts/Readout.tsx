import type { MetricUnit } from '@northlight/contract';
import { formatTime } from '../format/index.ts';
import type { ChartData } from './chart-data.ts';
import { toIso } from './chart-window.ts';
import classes from './charts.module.css';
import { isNamed } from './line-labels.ts';
import { LineSample } from './LineSample.tsx';
import { chooseLineStyle } from './line-style.ts';
import { formatValue } from './units.ts';

export interface ReadoutProps {
  readonly title: string;
  readonly data: ChartData;
  readonly unit: MetricUnit;
  readonly timeZone: string;
  readonly cursor: number | null;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

/**
 * Shows the values under the cursor, or the latest ones. If letters label the lines, it is also their legend,
 * in which lines can be hidden.
 */
export function Readout({ cursor, data, hidden, onToggle, timeZone, title, unit }: ReadoutProps) {
  const named = isNamed(data);
  const valueText = (values: readonly (number | null)[]): string =>
    formatValue(unit, cursor === null ? values.findLast((value) => value !== null) : values[cursor]);
  return (
    <ul
      className={`flex wrap align-baseline shrink-x tabular ${classes['readout']}`}
      aria-label={`${title}: values`}
    >
      <li className={`mut ${classes['when']}`}>
        {cursor === null
          ? 'Latest'
          : formatTime(toIso(data.from + cursor * data.step), timeZone).slice(5, 16)}
      </li>
      {data.series.map(({ id, label, values }, index) => (
        <li
          key={id}
          className="inline-row align-baseline gap-4 nowrap"
          data-hidden={hidden.has(id) || undefined}
        >
          {named ? (
            <span className={`mut ellipsis ${classes['label']}`}>{label}</span>
          ) : (
            <button
              type="button"
              className={`row gap-6 mut touch ${classes['line']}`}
              aria-pressed={!hidden.has(id)}
              title={hidden.has(id) ? `Show ${label}` : `Hide ${label}`}
              onClick={() => onToggle(id)}
            >
              <LineSample index={index} />
              <b className="bold" aria-hidden="true">
                {chooseLineStyle(index).letter}
              </b>
              <span className={classes['label']}>{label}</span>
            </button>
          )}{' '}
          <b className="strong">{valueText(values)}</b>
        </li>
      ))}
    </ul>
  );
}
