import type { Job, Project } from '@northlight/contract';
import { ActionIcon, FloatingWindow, Loader } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../kit/api/index.ts';
import { plural, useNow } from '../kit/format/index.ts';
import { readStored, writeStored } from '../kit/stored.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './devices.module.css';
import { jobWindow, useJobWindowOpen } from './job-window-store.ts';
import { JobRows } from './JobRows.tsx';
import { jobSummary } from './job-words.ts';

/** A finished job stays long enough to be read; one that went wrong stays until it is put away. */
const LINGER_MS = 12_000;
const POSITION_KEY = 'northlight.job-window';
const DEFAULT_POSITION = { right: 20, bottom: 60 };

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

/** The floating window of specification §3: progress of running jobs, wherever one goes meanwhile. */
export function JobWindow({ project }: { readonly project: Project }) {
  const jobs = useQuery(q('jobList', { params: { projectId: project.id } })).data?.items ?? [];
  const open = useJobWindowOpen();
  const now = useNow();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [startedAt] = useState(() => Date.now());
  const shown = jobs.filter((job) => !dismissed.has(job.id) && isShown(job, now, startedAt));
  if (shown.length === 0) return null;
  const running = shown.filter(({ state }) => state === 'running').length;
  return (
    <FloatingWindow
      className={classes['window']}
      initialPosition={initialPosition()}
      constrainToViewport
      constrainOffset={8}
      dragHandleSelector="[data-drag-handle]"
      excludeDragHandleSelector="button"
      onPositionChange={(point) => writeStored(localStorage, POSITION_KEY, point)}
      role="region"
      aria-label="Jobs"
    >
      <div className={classes['windowHead']} data-drag-handle>
        {running > 0 && <Loader size={13} />}
        <span className={classes['windowName']}>
          {running > 0 ? `${plural(running, 'job')} running` : 'Jobs'}
        </span>
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
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label="Put away"
            onClick={() => setDismissed(new Set([...dismissed, ...shown.map(({ id }) => id)]))}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      {open && (
        <ScrollBox label="Progress" className={classes['windowBody']}>
          {shown.map((job) => (
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

function isShown(job: Job, now: number, startedAt: number): boolean {
  if (job.state === 'running') return true;
  const finished = job.finishedAt === undefined ? 0 : Date.parse(job.finishedAt);
  if (finished < startedAt) return false;
  return job.state !== 'done' || now - finished < LINGER_MS;
}

function initialPosition() {
  const kept = readStored(localStorage, POSITION_KEY, isPoint);
  if (!kept || kept.x > window.innerWidth - 100 || kept.y > window.innerHeight - 60) return DEFAULT_POSITION;
  return { left: kept.x, top: kept.y };
}
