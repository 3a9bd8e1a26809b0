import type { Job } from '@northlight/contract';
import { ActionIcon, FloatingWindow, Loader } from '@mantine/core';
import IconArrowsLeftRight from '@tabler/icons-react/dist/esm/icons/IconArrowsLeftRight.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { SetFloatingWindowPosition } from '@mantine/hooks';
import { useRef } from 'react';
import { plural } from '../kit/format/index.ts';
import { readStored, writeStored } from '../kit/stored.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './devices.module.css';
import { jobWindow, useJobWindowOpen } from './job-window-store.ts';
import { JobRows } from './JobRows.tsx';
import { jobSummary } from './job-words.ts';

const POSITION_KEY = 'northlight.job-window';
/** Over the left of the list: forms and their buttons are at the right. */
const DEFAULT_POSITION = { left: 224, bottom: 84 };

interface Point {
  readonly x: number;
  readonly y: number;
}

function isPoint(value: unknown): value is Point {
  return (
    typeof value === 'object' &&
    value !== null &&
    'x' in value &&
    'y' in value &&
    typeof value.x === 'number' &&
    typeof value.y === 'number'
  );
}

const FEW_ROWS = 3;

interface JobWindowProps {
  readonly jobs: readonly Job[];
  readonly onPutAway: () => void;
}

/** The floating window of specification §3: progress of running jobs, wherever one goes meanwhile. */
export function JobWindow({ jobs, onPutAway }: JobWindowProps) {
  const wanted = useJobWindowOpen();
  const place = useRef<Point>(undefined);
  const setPosition = useRef<SetFloatingWindowPosition>(null);
  const problems = jobs.some(({ state }) => state === 'partial' || state === 'failed');
  const running = jobs.filter(({ state }) => state === 'running').length;
  const rows = jobs.reduce((sum, job) => sum + job.rows.length, 0);
  // What went well needs one line, not the page.
  const open = wanted && (running > 0 || problems || rows <= FEW_ROWS);
  const swapSides = () => {
    const left = (place.current?.x ?? 0) > window.innerWidth / 2;
    setPosition.current?.(left ? DEFAULT_POSITION : { right: 20, bottom: 84 });
  };
  return (
    <FloatingWindow
      className={classes['window']}
      initialPosition={initialPosition()}
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
      onDragEnd={() => writeStored(localStorage, POSITION_KEY, place.current)}
      role="region"
      aria-label="Jobs"
    >
      <div className={classes['windowHead']} data-drag-handle>
        {running > 0 && <Loader size={13} />}
        <span className={classes['windowName']}>
          {running > 0
            ? `${plural(running, 'job')} running`
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
        {running === 0 && (
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

function initialPosition() {
  const kept = readStored(localStorage, POSITION_KEY, isPoint);
  if (!kept || kept.x > window.innerWidth - 100 || kept.y > window.innerHeight - 60) return DEFAULT_POSITION;
  return { left: kept.x, top: kept.y };
}
