import { ALARM_SEVERITIES, type Alarm } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import type { CardAlarms } from './display-graph.ts';

/** Maximum number of open alarms that the drawing marks. */
const LIMIT = 1_000;

/** Returns the open alarms of each device by its id; empty while a time of the past is shown. */
export function useOpenAlarms(at: string | undefined): ReadonlyMap<string, CardAlarms> {
  const { id: projectId } = useProject();
  const { data } = useQuery({
    ...createQuery('alarmList', { params: { projectId }, query: { state: 'open', limit: LIMIT } }),
    enabled: at === undefined,
  });
  return useMemo(() => countAlarms(at === undefined ? (data?.items ?? []) : []), [at, data]);
}

/** Counts the alarms of each device that are worth a mark: information is not. */
export function countAlarms(
  alarms: readonly Pick<Alarm, 'device' | 'severity'>[],
): ReadonlyMap<string, CardAlarms> {
  const marks = new Map<string, CardAlarms>();
  for (const { device, severity } of alarms) {
    if (!device || severity === 'info') continue;
    const known = marks.get(device.id);
    const isWorse = !known || ALARM_SEVERITIES.indexOf(severity) > ALARM_SEVERITIES.indexOf(known.severity);
    marks.set(device.id, {
      count: (known?.count ?? 0) + 1,
      severity: isWorse ? severity : known.severity,
    });
  }
  return marks;
}
