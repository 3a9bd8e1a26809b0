import type { MetricUnit } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { formatTime, formatPlural } from '../format/index.ts';
import { type ChartData, listTimes } from './chart-data.ts';
import classes from './charts.module.css';
import { toIso } from './chart-window.ts';
import { formatValue } from './units.ts';

const PAGE_ROWS = 100;

interface ValueTableProps {
  readonly title: string;
  readonly data: ChartData;
  readonly unit: MetricUnit;
  readonly timeZone: string;
}

/** Table of a chart's values, newest first. It shows 100 rows until the user asks for more. */
export function ValueTable({ data, timeZone, title, unit }: ValueTableProps) {
  const [shown, setShown] = useState(PAGE_ROWS);
  const times = listTimes(data);
  const rows = times
    .map((at, index) => ({ at, index }))
    .reverse()
    .slice(0, shown);
  const left = times.length - rows.length;
  return (
    <ScrollBox label={`${title} as a table`} className={`round ${classes['tableBox']}`}>
      <table className={`small figures lined ${classes['table']}`} aria-label={`${title} as a table`}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {data.series.map(({ id, label, peaks }) => [
              <th scope="col" key={id}>
                {label}
              </th>,
              peaks && (
                <th scope="col" key={`${id} max`}>
                  {label}, max
                </th>
              ),
            ])}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, index }) => (
            <tr key={at}>
              <th scope="row">{formatTime(toIso(at), timeZone)}</th>
              {data.series.map(({ id, peaks, values }) => [
                <td key={id}>{formatValue(unit, values[index])}</td>,
                peaks && <td key={`${id} max`}>{formatValue(unit, peaks[index])}</td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button variant="default" m={10} onClick={() => setShown(shown + 5 * PAGE_ROWS)}>
          Show more, {formatPlural(left, 'row')} left
        </Button>
      )}
    </ScrollBox>
  );
}
