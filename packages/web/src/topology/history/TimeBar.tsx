import type { Topology, TopologyChange } from '@northlight/contract';
import { Button, Slider } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { StepButton } from '../../kit/controls/StepButton.tsx';
import { formatTime } from '../../kit/format/index.ts';
import classes from '../topology.module.css';
import { summarizeChanges } from './change-texts.ts';
import { ChangeList } from './ChangeList.tsx';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAYS = 30;

interface TimeBarProps {
  /** The shown time of the past (ms); undefined while the present is shown. */
  readonly at: number | undefined;
  /** Time at which the page was opened (ms), the end of the slider. */
  readonly now: number;
  /** Time at which the history begins. */
  readonly since: string;
  readonly onChange: (at: number | undefined) => void;
  readonly onShow: (deviceId: string) => void;
  readonly topology: Topology;
  /** True while the drawing shows the differences between the past and the present. */
  readonly isCompared: boolean;
  readonly onCompare: (isCompared: boolean) => void;
  /** The reason why the network of this time cannot be shown. */
  readonly refusal: string | undefined;
}

/** Slider for a time of the last 30 days, with the changes of the network since then. */
export function TimeBar({
  at,
  isCompared,
  now,
  onChange,
  onCompare,
  onShow,
  refusal,
  since,
  topology,
}: TimeBarProps) {
  const project = useProject();
  const [dragged, setDragged] = useState<number>();
  const first = Math.max(now - DAYS * DAY_MS, Date.parse(since));
  const changes = useQuery(
    createQuery('topologyChangeList', {
      params: { projectId: project.id },
      query: { from: new Date(first).toISOString() },
    }),
  );
  const items = changes.data?.items ?? [];
  const later = items.filter((change) => Date.parse(change.at) > (at ?? now));
  const value = dragged ?? at ?? now;
  const formatPast = (ms: number): string => formatTime(new Date(ms).toISOString(), project.timeZone);
  const format = (ms: number): string => (ms > now - MINUTE_MS ? 'Now' : formatPast(ms));
  const createStep = (direction: 1 | -1): (() => void) | undefined => {
    const to = findStep(items, value, direction, first);
    return to === undefined ? undefined : () => onChange(to);
  };
  return (
    <div className={`row gap-12 ${classes['timeBar']}`}>
      <IconHistory className="not-on-phone" size={16} aria-hidden />
      <Slider
        className={`grow ${classes['timeSlider']}`}
        min={first}
        max={now}
        step={MINUTE_MS}
        value={value}
        label={format}
        thumbLabel="Time of the shown network"
        marks={items.map((change) => ({ value: Date.parse(change.at) }))}
        onChange={setDragged}
        onChangeEnd={(end) => {
          setDragged(undefined);
          onChange(end > now - MINUTE_MS ? undefined : end);
        }}
      />
      <StepButton
        label="Previous change"
        reason="No previous change"
        icon={<IconChevronLeft size={15} />}
        onClick={createStep(-1)}
      />
      <StepButton
        label="Next change"
        reason="No next change"
        icon={<IconChevronRight size={15} />}
        onClick={createStep(1)}
      />
      <strong className={`fixed ${classes['timeValue']}`}>
        {at === undefined || dragged !== undefined ? format(value) : formatPast(at)}
      </strong>
      {at !== undefined && (
        <>
          {refusal === undefined ? (
            <>
              <ChangeList
                changes={later}
                label={
                  later.length === 0
                    ? 'No change since then'
                    : `Changes since then: ${summarizeChanges(later)}`
                }
                title="Changes since then"
                onShow={onShow}
                topology={topology}
              />
              <Button
                size="xs"
                variant={isCompared ? 'light' : 'default'}
                aria-pressed={isCompared}
                onClick={() => onCompare(!isCompared)}
              >
                Compare with now
              </Button>
            </>
          ) : (
            <span className="err" role="alert">
              {refusal}
            </span>
          )}
          <Button size="xs" variant="default" onClick={() => onChange(undefined)}>
            Back to now
          </Button>
        </>
      )}
    </div>
  );
}

/**
 * Returns the minute before the previous change, or after the next one, but no time before the first one; undefined if
 * there is none.
 */
export function findStep(
  changes: readonly Pick<TopologyChange, 'at'>[],
  at: number,
  direction: 1 | -1,
  first: number,
): number | undefined {
  const times = changes.map((change) => Date.parse(change.at)).toSorted((one, other) => one - other);
  return direction === 1
    ? times.map((time) => time + MINUTE_MS).find((time) => time > at)
    : times.map((time) => Math.max(first, time - MINUTE_MS)).findLast((time) => time < at);
}
