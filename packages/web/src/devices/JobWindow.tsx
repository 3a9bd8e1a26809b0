import type { Job } from '@northlight/contract';
import { ActionIcon, FloatingWindow, Loader } from '@mantine/core';
import IconArrowsLeftRight from '@tabler/icons-react/dist/esm/icons/IconArrowsLeftRight.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { SetFloatingWindowPosition } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { plural } from '../kit/format/index.ts';
import { useBottomBarHeight } from '../kit/page/index.ts';
import { localState, type Point } from '../kit/local-state/index.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './devices.module.css';
import { jobWindow, useJobWindowOpen } from './job-window-store.ts';
import { JobActions } from './JobActions.tsx';
import { JobRows } from './JobRows.tsx';
import { jobSummary } from './job-words.ts';

const BOTTOM = 84;

/** Over the left of the list unless asked: forms and their buttons are at the right. */
function home(side: 'left' | 'right', barHeight: number) {
  const bottom = BOTTOM + barHeight;
  return side === 'left' ? { left: 224, bottom } : { right: 20, bottom };
}

const FEW_ROWS = 3;

interface JobWindowProps {
  readonly jobs: readonly Job[];
  readonly onPutAway: () => void;
}

/** The floating window of specification §3: progress of running jobs, wherever one goes meanwhile. */
export function JobWindow({ jobs, onPutAway }: JobWindowProps) {
  const wanted = useJobWindowOpen();
  const barHeight = useBottomBarHeight();
  const [node, setNode] = useState<HTMLDivElement | null>(null);
  const place = useRef<Point>(undefined);
  const side = useRef<'left' | 'right'>('left');
  const [kept] = useState(keptPosition);
  const dragged = useRef(kept !== undefined);
  const setPosition = useRef<SetFloatingWindowPosition>(null);
  const problems = jobs.some(({ state }) => state === 'partial' || state === 'failed');
  const moving = jobs.some((job) => job.rows.some(({ state }) => state === 'sent' || state === 'running'));
  const waiting = jobs.flatMap((job) => job.rows).filter(({ state }) => state === 'queued').length;
  const running = jobs.filter(({ state }) => state === 'running').length;
  const rows = jobs.reduce((sum, job) => sum + job.rows.length, 0);
  // What went well needs one line, not the page.
  const open = wanted && (running > 0 || problems || rows <= FEW_ROWS);
  const swapSides = () => {
    side.current = (place.current?.x ?? 0) > window.innerWidth / 2 ? 'left' : 'right';
    dragged.current = false;
    setPosition.current?.(home(side.current, barHeight));
  };
  // It stands on its foot: rows that come and go move its head, and never hide below the page.
  useEffect(() => {
    if (!node) return undefined;
    const settle = () => setPosition.current?.(dragged.current ? {} : home(side.current, barHeight));
    const observer = new ResizeObserver(settle);
    observer.observe(node);
    window.addEventListener('resize', settle);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', settle);
    };
  }, [node, barHeight]);
  return (
    <FloatingWindow
      ref={setNode}
      className={classes['window']}
      initialPosition={kept ? { left: kept.x, top: kept.y } : home('left', 0)}
      // Below dialogs: what they ask comes first.
      zIndex={150}
      constrainToViewport
      constrainOffset={8}
      dragHandleSelector="[data-drag-handle]"
      excludeDragHandleSelector="button"
      setPositionRef={setPosition}
      onPositionChange={(point) => {
        place.current = point;
      }}
      onDragEnd={() => {
        dragged.current = true;
        if (place.current) localState.setFloatPosition(place.current);
      }}
      role="region"
      aria-label="Jobs"
    >
      <div className={classes['windowHead']} data-drag-handle>
        {moving && <Loader size={13} />}
        <span className={classes['windowName']}>
          {running > 0
            ? moving || waiting === 0
              ? `${plural(running, 'job')} running`
              : `Waiting for ${plural(waiting, 'device')}`
            : jobs.map((job) => `${job.title}: ${jobSummary(job)}`).join('; ')}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label="Move to the other side"
          onClick={swapSides}
        >
          <IconArrowsLeftRight size={15} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={open ? 'Collapse' : 'Expand'}
          aria-expanded={open}
          onClick={jobWindow.toggle}
        >
          {open ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
        </ActionIcon>
        {(running === 0 || (!moving && waiting > 0)) && (
          <ActionIcon variant="subtle" color="gray" size={26} aria-label="Put away" onClick={onPutAway}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      {open && (
        <ScrollBox label="Progress" className={classes['windowBody']}>
          {jobs.map((job) => (
            <div key={job.id} className={classes['windowJob']}>
              <div className={classes['windowTitle']}>
                <span>{job.title}</span>
                <JobActions job={job} />
              </div>
              <div className="mut">{jobSummary(job)}</div>
              <JobRows job={job} />
            </div>
          ))}
        </ScrollBox>
      )}
    </FloatingWindow>
  );
}

/** Where it was dragged to, if that is still on the screen. */
function keptPosition(): Point | undefined {
  const kept = localState.floatPosition();
  return kept && kept.x <= window.innerWidth - 100 && kept.y <= window.innerHeight - 60 ? kept : undefined;
}
