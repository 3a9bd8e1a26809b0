import type { Job } from '@northlight/contract';
import { ActionIcon, FloatingWindow, Loader } from '@mantine/core';
import IconArrowsLeftRight from '@tabler/icons-react/dist/esm/icons/IconArrowsLeftRight.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { SetFloatingWindowPosition } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { Age, formatPlural } from '../kit/format/index.ts';
import { useBottomBarHeight } from '../kit/page/index.ts';
import { localState, type Point } from '../kit/local-state/index.ts';
import { useIsPhone } from '../kit/use-is-phone.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './jobs.module.css';
import { jobWindow, useJobWindowOpen } from './job-window-store.ts';
import { JobActions } from './JobActions.tsx';
import { JobRows } from './JobRows.tsx';
import { summarizeJob } from './job-labels.ts';

const BOTTOM = 84;

/** Returns the default position, which is bottom right, above the buttons of an open form. */
function homePosition(side: 'left' | 'right', barHeight: number) {
  const bottom = BOTTOM + barHeight;
  return side === 'left' ? { left: 224, bottom } : { right: 20, bottom };
}

const FEW_ROWS = 3;

interface JobWindowProps {
  readonly jobs: readonly Job[];
  readonly onDismiss: () => void;
}

/**
 * Floating window of specification §3, which shows the progress of running jobs on every page. On a phone it is a bar
 * below the page, so that it covers no rows.
 */
export function JobWindow({ jobs, onDismiss }: JobWindowProps) {
  const isPhone = useIsPhone();
  const isWindowOpen = useJobWindowOpen();
  const [isDockOpen, setDockOpen] = useState(false);
  const isExpanded = isPhone ? isDockOpen : isWindowOpen;
  const toggle = isPhone ? () => setDockOpen(!isDockOpen) : jobWindow.toggle;
  const barHeight = useBottomBarHeight();
  const [node, setNode] = useState<HTMLDivElement | null>(null);
  const position = useRef<Point>(undefined);
  const side = useRef<'left' | 'right'>('right');
  const [stored] = useState(storedPosition);
  const dragged = useRef(stored !== undefined);
  const setPosition = useRef<SetFloatingWindowPosition>(null);
  const problems = jobs.some(({ state }) => state === 'partial' || state === 'failed');
  const moving = jobs.some((job) => job.rows.some(({ state }) => state === 'sent' || state === 'running'));
  const waiting = jobs.flatMap((job) => job.rows).filter(({ state }) => state === 'queued').length;
  const running = jobs.filter(({ state }) => state === 'running').length;
  const rows = jobs.reduce((sum, job) => sum + job.rows.length, 0);
  // Collapses finished jobs without problems if they have more than `FEW_ROWS` rows together.
  const open = isExpanded && (running > 0 || problems || rows <= FEW_ROWS);
  const summary = jobs.map((job) => `${job.title}: ${summarizeJob(job)}`).join('; ');
  /** True if the head of the window states the only job, so that the list below need not repeat it. */
  const hasOneTitle = jobs.length === 1 && (isPhone || moving || running === 0);
  const headline = hasOneTitle || running === 0 ? summary : describeRunning(jobs);
  const swapSides = () => {
    side.current = (position.current?.x ?? 0) > window.innerWidth / 2 ? 'left' : 'right';
    dragged.current = false;
    setPosition.current?.(homePosition(side.current, barHeight));
  };
  // Keeps the bottom edge in place when the number of rows changes, so that the window stays on the screen.
  useEffect(() => {
    if (!node) return undefined;
    const reposition = () =>
      setPosition.current?.(dragged.current ? {} : homePosition(side.current, barHeight));
    const observer = new ResizeObserver(reposition);
    observer.observe(node);
    window.addEventListener('resize', reposition);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', reposition);
    };
  }, [node, barHeight]);
  const content = (
    <>
      <div className={`row gap-6 strong ${classes['windowHead']}`} data-drag-handle>
        {moving && <Loader size={13} />}
        {isPhone ? (
          <button
            type="button"
            className={`grow shrink-x anywhere ${classes['windowName']}`}
            onClick={toggle}
          >
            {headline}
          </button>
        ) : (
          <span className={`grow shrink-x anywhere ${classes['windowName']}`}>{headline}</span>
        )}
        {!isPhone && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label="Move the window to the other side"
            onClick={swapSides}
          >
            <IconArrowsLeftRight size={15} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={open ? 'Collapse' : 'Expand'}
          aria-expanded={open}
          onClick={toggle}
        >
          {open ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
        </ActionIcon>
        {(running === 0 || (!moving && waiting > 0)) && (
          <ActionIcon variant="subtle" color="gray" size={26} aria-label="Dismiss" onClick={onDismiss}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      {open && (
        <ScrollBox label="Progress" className={`ruled ${classes['windowBody']}`}>
          {jobs.map((job) => (
            <div key={job.id} className={classes['windowJob']}>
              <div className={`flex between gap-8 strong ${classes['windowTitle']}`}>
                <span>{hasOneTitle ? <StartedAt job={job} /> : job.title}</span>
                <JobActions job={job} />
              </div>
              {!hasOneTitle && <div className="mut">{summarizeJob(job)}</div>}
              <JobRows job={job} />
            </div>
          ))}
        </ScrollBox>
      )}
    </>
  );
  if (isPhone)
    return (
      <section className={`fixed raised ${classes['dock']}`} aria-label="Jobs">
        {content}
      </section>
    );
  return (
    <FloatingWindow
      ref={setNode}
      className={`panel ${classes['window']}`}
      initialPosition={stored ? { left: stored.x, top: stored.y } : homePosition('right', 0)}
      // Keeps the window below dialogs.
      zIndex={150}
      constrainToViewport
      constrainOffset={8}
      dragHandleSelector="[data-drag-handle]"
      excludeDragHandleSelector="button"
      setPositionRef={setPosition}
      onPositionChange={(point) => {
        position.current = point;
      }}
      onDragEnd={() => {
        dragged.current = true;
        if (position.current) localState.setFloatPosition(position.current);
      }}
      role="region"
      aria-label="Jobs"
    >
      {content}
    </FloatingWindow>
  );
}

/** Describes several jobs that are running, or jobs that wait. */
function describeRunning(jobs: readonly Job[]): string {
  const rows = jobs.flatMap((job) => job.rows);
  const waiting = rows.filter(({ state }) => state === 'queued').length;
  if (waiting === 0 || rows.some(({ state }) => state === 'sent' || state === 'running'))
    return `${formatPlural(jobs.filter(({ state }) => state === 'running').length, 'job')} running`;
  return jobs.some(({ startsAt, wave }) => startsAt !== undefined && wave === 0)
    ? 'Waiting to start'
    : `Waiting for ${formatPlural(waiting, 'device')}`;
}

function StartedAt({ job }: { readonly job: Job }) {
  const { timeZone } = useProject();
  return (
    <span className="mut">
      <Age at={job.createdAt} timeZone={timeZone} verb="started" />
    </span>
  );
}

/** Returns the stored position of the window; undefined if it is outside the screen. */
function storedPosition(): Point | undefined {
  const point = localState.floatPosition();
  const isVisible = point && point.x <= window.innerWidth - 100 && point.y <= window.innerHeight - 60;
  return isVisible ? point : undefined;
}
