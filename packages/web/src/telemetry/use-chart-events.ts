import type { ChartEvent } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import type { ChartMark, RangeState } from '../kit/charts/index.ts';
import { useNow } from '../kit/format/index.ts';
import { toChartMark } from './chart-marks.ts';

const NONE: readonly ChartEvent[] = [];

export interface ChartEvents {
  readonly events: readonly ChartEvent[];
  readonly marks: readonly ChartMark[];
}

/** Returns the events of the project, or of the given devices, in the period of the charts. */
export function useChartEvents(range: RangeState, deviceIds?: readonly string[]): ChartEvents {
  const { id: projectId } = useProject();
  const devices = deviceIds && deviceIds.length > 0 ? { devices: deviceIds.join(',') } : {};
  const answer = useQuery({
    ...createQuery('chartEvents', { params: { projectId }, query: { ...devices, ...range.query } }),
    placeholderData: (before) => before,
  });
  const events = answer.data?.items ?? NONE;
  // Updates once a minute, because the marks of open outages grow with time.
  const minute = Math.floor(useNow() / 60_000);
  const marks = useMemo(() => events.map((event) => toChartMark(event, minute * 60)), [events, minute]);
  return { events, marks };
}
