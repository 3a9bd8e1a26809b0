import type { RfMeasurement } from '@northlight/contract';
import { useProject } from '../../app/shell-context.tsx';
import { type ChartData, StaticChart } from '../../kit/charts/index.ts';
import { Section } from '../../kit/page/index.ts';
import classes from '../rf.module.css';

const WINDOW_SECONDS = 900;
const WINDOWS = 96;

/** Airtime that others use in the 24 h after a plan, beside the usual one at these hours. */
export function MeasuredChart({ windows }: Pick<RfMeasurement, 'windows'>) {
  const { timeZone } = useProject();
  const title = 'Airtime used by others';
  return (
    <Section title={title}>
      <div className={`column ${classes['measured']}`}>
        <StaticChart
          title={title}
          unit="percent"
          data={toMeasuredData(windows)}
          timeZone={timeZone}
          empty="The first figures appear 15 min after the access points have confirmed the plan."
        />
      </div>
    </Section>
  );
}

/** Returns the windows as a chart of 24 h from the first one on; windows without a report are gaps. */
export function toMeasuredData(windows: RfMeasurement['windows']): ChartData {
  const from = Date.parse(windows[0]?.at ?? new Date(0).toISOString()) / 1000;
  const byPlace = new Map(
    windows.map((window) => [Math.round((Date.parse(window.at) / 1000 - from) / WINDOW_SECONDS), window]),
  );
  const list = (read: (window: RfMeasurement['windows'][number]) => number | undefined) =>
    Array.from({ length: WINDOWS }, (_, place) => {
      const window = byPlace.get(place);
      const value = window && read(window);
      return value === undefined ? null : 100 * value;
    });
  return {
    from,
    to: from + WINDOWS * WINDOW_SECONDS,
    step: WINDOW_SECONDS,
    series: [
      { id: 'measured', label: 'Measured', values: list(({ loss }) => loss) },
      { id: 'usual', label: 'Usual at these hours', values: list(({ expected }) => expected) },
    ],
  };
}
