import type { MetricUnit } from '@northlight/contract';
import { formatTime } from '../format/index.ts';
import { type ChartData, computeStatistics } from './chart-data.ts';
import classes from './charts.module.css';
import { isNamed } from './line-labels.ts';
import { LineSample } from './LineSample.tsx';
import { chooseLineStyle } from './line-style.ts';
import { toIso } from './chart-window.ts';
import { formatValue } from './units.ts';

interface LegendProps {
  readonly title: string;
  readonly data: ChartData;
  readonly unit: MetricUnit;
  readonly timeZone: string;
  readonly cursor: number | null;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

/**
 * Legend that lists each series with its value under the cursor or its latest value, its minimum, average and
 * maximum.
 */
export function Legend({ cursor, data, hidden, onToggle, timeZone, title, unit }: LegendProps) {
  const when =
    cursor === null ? 'Last' : formatTime(toIso(data.from + cursor * data.step), timeZone).slice(5, 16);
  return (
    <table className={`small figures ${classes['legend']}`} aria-label={`${title}: series and values`}>
      <thead>
        <tr>
          <th scope="col">Series</th>
          <th scope="col" className={classes['when']}>
            {when}
          </th>
          <th scope="col">Min</th>
          <th scope="col">Avg</th>
          <th scope="col">Max</th>
        </tr>
      </thead>
      <tbody>
        {data.series.map((line, index) => {
          const { last, max, mean, min } = computeStatistics(line);
          const isHidden = hidden.has(line.id);
          return (
            <tr key={line.id} className="hover" data-hidden={isHidden || undefined}>
              <th scope="row">
                <button
                  type="button"
                  className={`row gap-6 touch ${classes['line']}`}
                  aria-pressed={!isHidden}
                  title={isHidden ? `Show ${line.label}` : `Hide ${line.label}`}
                  onClick={() => onToggle(line.id)}
                >
                  <LineSample index={index} />
                  {!isNamed(data) && (
                    <b className="bold" aria-hidden="true">
                      {chooseLineStyle(index).letter}
                    </b>
                  )}
                  <span className={`ellipsis ${classes['label']}`}>{line.label}</span>
                </button>
              </th>
              <td>{formatValue(unit, cursor === null ? last : line.values[cursor])}</td>
              <td>{formatValue(unit, min)}</td>
              <td>{formatValue(unit, mean)}</td>
              <td>{formatValue(unit, max)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
