import type { TopologyChange } from '@northlight/contract';
import { Button, Popover, Slider } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { formatTime } from '../kit/format/index.ts';
import { formatChange, summarizeChanges } from './change-texts.ts';
import classes from './topology.module.css';

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
}

/** Slider for a time of the last 30 days, with the changes of the network since then. */
export function TimeBar({ at, now, onChange, onShow, since }: TimeBarProps) {
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
  const format = (ms: number): string =>
    ms >= now - MINUTE_MS ? 'Now' : formatTime(new Date(ms).toISOString(), project.timeZone);
  return (
    <div className={classes['timeBar']}>
      <IconHistory size={16} aria-hidden />
      <Slider
        className={classes['timeSlider']}
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
          onChange(end >= now - MINUTE_MS ? undefined : end);
        }}
      />
      <strong className={classes['timeValue']}>{format(value)}</strong>
      {at !== undefined && (
        <>
          <ChangeList changes={later} onShow={onShow} />
          <Button size="xs" variant="default" onClick={() => onChange(undefined)}>
            Back to now
          </Button>
        </>
      )}
    </div>
  );
}

function ChangeList({
  changes,
  onShow,
}: {
  readonly changes: readonly TopologyChange[];
  readonly onShow: (deviceId: string) => void;
}) {
  const { timeZone } = useProject();
  return (
    <Popover position="top-end" width={420} withinPortal={false} trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" disabled={changes.length === 0}>
          {changes.length === 0 ? 'No change since then' : `Changes since then: ${summarizeChanges(changes)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['changes']}>
        <ul aria-label="Changes since then">
          {changes.map((change) => (
            <li key={`${change.at} ${change.deviceId} ${change.kind}`}>
              <button type="button" className={classes['treeRow']} onClick={() => onShow(change.deviceId)}>
                <span className="mut">{formatTime(change.at, timeZone)}</span>
                <span className={classes['changeText']}>{formatChange(change)}</span>
              </button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
