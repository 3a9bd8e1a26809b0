import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { SeriesAnswer } from '@northlight/contract';
import { render } from '../../testing/render.tsx';
import { Chart, ChartsProvider, type Line, type RangeState } from './index.ts';

const FROM = '2026-03-04T10:00:00.000Z';
const TO = '2026-03-04T11:00:00.000Z';
const STEP_SECONDS = 60;
const VALUES = Array.from({ length: 60 }, (_, index) => index);

const RANGE: RangeState = {
  range: '24h',
  isAuto: false,
  zoom: undefined,
  query: { from: FROM, to: TO },
  setRange: () => undefined,
  zoomTo: () => undefined,
  resetZoom: () => undefined,
  visibleWindow: () => ({ from: Date.parse(FROM) / 1000, to: Date.parse(TO) / 1000 }),
  noteStart: () => undefined,
};

const LINES: readonly Line[] = [
  { metric: '2.4G', label: '2.4 GHz' },
  { metric: '5G', label: '5 GHz' },
];

const createState = (metrics: readonly string[]) => ({
  answer: {
    from: FROM,
    to: TO,
    stepSeconds: STEP_SECONDS,
    series: metrics.map((metric) => ({ metric, unit: 'count', values: VALUES })),
  } as SeriesAnswer,
  error: null,
  isStale: false,
  retry: () => undefined,
});

/** Two charts with one cursor; the second receives another line by a button, which replaces its plot. */
function TwoCharts() {
  const [metrics, setMetrics] = useState<readonly string[]>([]);
  return (
    <ChartsProvider range={RANGE} timeZone="UTC">
      <Chart title="Memory" unit="count" state={createState(['2.4G'])} lines={LINES} empty="" />
      <Chart title="Clients" unit="count" state={createState(metrics)} lines={LINES} empty="" />
      <button type="button" onClick={() => setMetrics([...metrics, ['2.4G', '5G'][metrics.length] ?? ''])}>
        Add line
      </button>
    </ChartsProvider>
  );
}

const time = (title: string) =>
  page
    .getByRole('list', { name: `${title}: values` })
    .getByRole('listitem')
    .first();
/** Adds a line without moving the pointer. */
const addLine = async (): Promise<void> =>
  (page.getByRole('button', { name: 'Add line' }).element() as HTMLButtonElement).click();

describe('the cursor of charts', () => {
  it('stays in a chart that appears or gets a line while the pointer rests', async () => {
    await render(<TwoCharts />);
    await page
      .getByRole('slider', { name: 'Memory, cursor over time' })
      .hover({ position: { x: 200, y: 80 } });
    await expect.element(time('Memory')).toHaveTextContent(/^03-04 10:\d\d$/);
    const pointed = time('Memory').element().textContent ?? '';
    for (const lines of [1, 2]) {
      await addLine();
      await expect.element(page.getByRole('list', { name: 'Clients: values' })).toBeVisible();
      await expect
        .poll(() => page.getByRole('list', { name: 'Clients: values' }).getByRole('listitem').all().length)
        .toBe(lines + 1);
      await expect.element(time('Clients')).toHaveTextContent(pointed);
      // The cursor is also drawn where the time is.
      const cursors = [...document.querySelectorAll<HTMLElement>('.u-cursor-x')].map(
        (line) => line.getBoundingClientRect().left,
      );
      expect(cursors).toHaveLength(2);
      expect(cursors[1]).toBeGreaterThan(100);
    }
  });
});
