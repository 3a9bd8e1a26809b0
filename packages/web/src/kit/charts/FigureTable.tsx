import type { MetricUnit } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { formatTime, plural } from '../format/index.ts';
import { type ChartData, timesOf } from './chart-data.ts';
import classes from './charts.module.css';
import { isoOf } from './stretch.ts';
import { formatFigure } from './units.ts';

const AT_ONCE = 100;

interface FigureTableProps {
  readonly title: string;
  readonly data: ChartData;
  readonly unit: MetricUnit;
  readonly timeZone: string;
}

/** What the chart shows, as figures: the newest on top, a part of them at a time. */
export function FigureTable({ data, timeZone, title, unit }: FigureTableProps) {
  const [shown, setShown] = useState(AT_ONCE);
  const times = timesOf(data);
  const rows = times
    .map((at, index) => ({ at, index }))
    .reverse()
    .slice(0, shown);
  const left = times.length - rows.length;
  return (
    <ScrollBox label={`${title} as a table`} className={classes['tableBox']}>
      <table className={classes['table']} aria-label={`${title} as a table`}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {data.series.map(({ id, label, peaks }) => [
              <th scope="col" key={id}>
                {label}
              </th>,
              peaks && (
                <th scope="col" key={`${id} highest`}>
                  {label}, highest
                </th>
              ),
            ])}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, index }) => (
            <tr key={at}>
              <th scope="row">{formatTime(isoOf(at), timeZone)}</th>
              {data.series.map(({ id, peaks, values }) => [
                <td key={id}>{formatFigure(unit, values[index])}</td>,
                peaks && <td key={`${id} highest`}>{formatFigure(unit, peaks[index])}</td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button variant="default" m={10} onClick={() => setShown(shown + 5 * AT_ONCE)}>
          Show more, {plural(left, 'row')} left
        </Button>
      )}
    </ScrollBox>
  );
}
