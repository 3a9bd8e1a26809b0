import type { FloorPlan, RfPlanRow } from '@northlight/contract';
import { useMemo, useState } from 'react';
import { toRadioId, useProposedRows } from '../../rf/index.ts';

/** The plan of an RF optimization that a floor plan can show. Nothing of it is saved. */
export interface ChannelPlan {
  /** Number of radios on the floor that the plan changes. */
  readonly count: number;
  /** Changed radios by their id while they are shown. */
  readonly proposed: ReadonlyMap<string, RfPlanRow> | undefined;
  readonly show: (isShown: boolean) => void;
}

export function useChannelPlan({ devices }: Pick<FloorPlan, 'devices'>): ChannelPlan {
  const rows = useProposedRows();
  const [isShown, show] = useState(false);
  const placed = new Set(devices.map(({ deviceId }) => deviceId));
  const proposed = useMemo(
    () => (isShown ? new Map(rows.map((row) => [toRadioId(row), row] as const)) : undefined),
    [isShown, rows],
  );
  return { count: rows.filter(({ deviceId }) => placed.has(deviceId)).length, proposed, show };
}

/** Describes which changes a floor plan shows without saving them; undefined for none. */
export function describeTrial(tried: number, { count, proposed }: ChannelPlan): string | undefined {
  const devices = tried === 1 ? 'One device is' : `${tried} devices are`;
  const parts = [
    ...(tried > 0 ? [`${devices} tried out with other settings.`] : []),
    ...(proposed
      ? [`The channel plan is shown: ${count === 1 ? '1 radio changes' : `${count} radios change`} here.`]
      : []),
  ];
  return parts.length === 0 ? undefined : [...parts, 'Nothing is saved.'].join(' ');
}
