import { type MetricUnit, REPORT_MISSED_SECONDS } from '@northlight/contract';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { toErrorSentence } from '../api/index.ts';
import { Age, useNow } from '../format/index.ts';
import { Card, Section } from '../page/index.ts';
import { type ChartData, toChartData, isEmpty, findLatestAt, type Line } from './chart-data.ts';
import classes from './charts.module.css';
import { useCharts } from './charts-context.tsx';
import { PlotArea } from './plot/PlotArea.tsx';
import { toIso } from './chart-window.ts';
import { useFigures } from './use-figures.ts';
import type { SeriesState } from './use-series.ts';

/** Height of one line of the readout (px). */
const READOUT_HEIGHT = 20;

const Legend = lazy(async () => ({ default: (await import('./Legend.tsx')).Legend }));
const Readout = lazy(async () => ({ default: (await import('./Readout.tsx')).Readout }));
const ValueTable = lazy(async () => ({ default: (await import('./ValueTable.tsx')).ValueTable }));

const HEIGHT = { card: 210, section: 150 } as const;

interface ChartProps {
  readonly title: string;
  readonly unit: MetricUnit;
  readonly state: SeriesState;
  readonly lines: readonly Line[];
  /** Text that is shown without data: which data appears here and when. */
  readonly empty: string;
  /** Subject of the chart, for the file name of an export. */
  readonly subject?: string;
  /** `card` is a card of a page, `section` a part of a panel. */
  readonly within?: 'card' | 'section';
  readonly height?: number;
}

/** One chart over time, with values, table, CSV export and a text summary for screen readers. */
export function Chart(props: ChartProps) {
  const { empty, height, lines, state, subject, title, unit, within = 'card' } = props;
  const { timeZone } = useCharts();
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { answer, error } = state;
  const data = useMemo(() => answer && toChartData(answer, lines), [answer, lines]);
  const shown = useMemo(
    () => data && { ...data, series: data.series.filter(({ id }) => !hidden.has(id)) },
    [data, hidden],
  );
  const isBlank = !data || isEmpty(data);
  const Frame = within === 'card' ? Card : Section;
  const toggle = (id: string): void => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setHidden(next);
  };
  const save = async (): Promise<void> => {
    const { saveChart } = await import('./csv.ts');
    if (shown) saveChart(`${subject ?? ''} ${title}`, shown, unit, timeZone);
  };
  const plotHeight = height ?? HEIGHT[within];
  return (
    <Frame
      title={title}
      aside={
        !isBlank && <Tools asTable={asTable} onTable={setAsTable} onSave={() => void save()} title={title} />
      }
    >
      <div className={`column grow shrink-x ${classes['body']}`} aria-busy={state.isStale || undefined}>
        {data && shown && !isBlank ? (
          <Filled {...{ asTable, data, hidden, shown, plotHeight, title, toggle, unit }} />
        ) : (
          <Blank
            height={plotHeight}
            state={state}
            error={error}
            empty={empty}
            hasAnswer={data !== undefined}
          />
        )}
      </div>
    </Frame>
  );
}

interface FilledProps {
  readonly asTable: boolean;
  readonly data: ChartData;
  readonly hidden: ReadonlySet<string>;
  readonly shown: ChartData;
  readonly plotHeight: number;
  readonly title: string;
  readonly toggle: (id: string) => void;
  readonly unit: MetricUnit;
}

function Filled({ asTable, data, hidden, shown, plotHeight, title, toggle, unit }: FilledProps) {
  const { timeZone } = useCharts();
  const [cursor, setCursor] = useState<number | null>(null);
  const [showsFigures] = useFigures();
  const summary = useSummary(title, shown, unit, timeZone);
  const at = cursor !== null && cursor < (data.to - data.from) / data.step ? cursor : null;
  const series = { cursor: at, data, hidden, onToggle: toggle, timeZone, title, unit };
  return (
    <>
      {asTable ? (
        <Suspense fallback={<Skeleton height={plotHeight} />}>
          <ValueTable title={title} data={shown} unit={unit} timeZone={timeZone} />
        </Suspense>
      ) : (
        <>
          <PlotArea
            title={title}
            data={data}
            shown={shown}
            unit={unit}
            height={plotHeight}
            hidden={hidden}
            summary={summary}
            cursor={at}
            onCursor={setCursor}
          />
          {showsFigures && (
            <Suspense>
              <Legend {...series} />
            </Suspense>
          )}
        </>
      )}
      <div className={`flex wrap align-baseline between small ${classes['foot']}`}>
        {!asTable && !showsFigures && (
          <Suspense fallback={<Skeleton height={READOUT_HEIGHT} />}>
            <Readout {...series} />
          </Suspense>
        )}
        <LatestAge data={data} timeZone={timeZone} />
      </div>
    </>
  );
}

/** Returns the text summary of the chart. Its code is loaded after the chart is drawn. */
function useSummary(title: string, shown: ChartData, unit: MetricUnit, timeZone: string): string {
  const [summary, setSummary] = useState('');
  useEffect(() => {
    let isOld = false;
    void import('./summary.ts').then(({ summarizeChart, CURSOR_KEYS }) => {
      if (!isOld) setSummary(`${summarizeChart(title, shown, unit, timeZone)} ${CURSOR_KEYS}`);
    });
    return () => {
      isOld = true;
    };
  }, [title, shown, unit, timeZone]);
  return summary;
}

interface BlankProps {
  readonly height: number;
  readonly state: SeriesState;
  readonly error: Error | null;
  readonly empty: string;
  readonly hasAnswer: boolean;
}

function Blank({ empty, error, hasAnswer, height, state }: BlankProps): ReactNode {
  if (error && !hasAnswer)
    return (
      <EmptyNote
        headingLevel={3}
        title={toErrorSentence(error)}
        action={
          <Button variant="default" onClick={state.retry}>
            Try again
          </Button>
        }
      />
    );
  if (!hasAnswer) return <Skeleton height={height + 60} />;
  return (
    <div className="centre" style={{ minHeight: height }}>
      <EmptyNote
        headingLevel={3}
        icon={<IconChartLine size={30} stroke={1.4} />}
        title="No data in this period"
      >
        {empty}
      </EmptyNote>
    </div>
  );
}

interface ToolsProps {
  readonly asTable: boolean;
  readonly title: string;
  readonly onTable: (asTable: boolean) => void;
  readonly onSave: () => void;
}

function Tools({ asTable, onSave, onTable, title }: ToolsProps) {
  return (
    <div className="flex gap-2">
      <Button
        variant={asTable ? 'light' : 'subtle'}
        color="gray"
        size="compact-xs"
        aria-pressed={asTable}
        onClick={() => onTable(!asTable)}
      >
        Table<VisuallyHidden> of {title}</VisuallyHidden>
      </Button>
      <Button variant="subtle" color="gray" size="compact-xs" onClick={onSave}>
        CSV<VisuallyHidden> of {title}</VisuallyHidden>
      </Button>
    </div>
  );
}

/** Age of the newest value. A value older than REPORT_MISSED_SECONDS is marked as stale. */
function LatestAge({ data, timeZone }: { readonly data: ChartData; readonly timeZone: string }) {
  const now = useNow();
  const at = findLatestAt(data);
  // Shows no age for a past period.
  if (at === undefined || data.to * 1000 < now - data.step * 1000) return null;
  const reportedAt = Math.min(now / 1000, at + data.step);
  const stale = now / 1000 - reportedAt > REPORT_MISSED_SECONDS;
  return (
    <p className={stale ? 'warn small' : 'mut small'}>
      {stale && 'Stale: '}
      {now / 1000 - reportedAt < 60 ? (
        'Updated within 1 min'
      ) : (
        <Age at={toIso(reportedAt)} timeZone={timeZone} verb={stale ? 'last updated' : 'Updated'} />
      )}
    </p>
  );
}
