import { FIND_NODES_SECONDS, type Job } from '@northlight/contract';
import { Progress } from '@mantine/core';
import { useEffect, useState } from 'react';

interface SearchProgressProps {
  readonly job: Job;
  /** Name of the primary node. */
  readonly name: string;
}

/** Progress and remaining time of a search. */
export function SearchProgress({ job, name }: SearchProgressProps) {
  const left = useSecondsLeft(Date.parse(job.createdAt) + FIND_NODES_SECONDS * 1000);
  const percent = 100 - (left * 100) / FIND_NODES_SECONDS;
  return (
    <div className="grid gap-8">
      <p className="flex wrap between gap-12">
        <span role="status">{name} is searching for new nodes.</span>
        <span className="mut tabular" role="timer">
          {left > 0 ? `${formatClock(left)} left` : 'Waiting for the result'}
        </span>
      </p>
      <Progress size={4} value={percent} aria-label="Elapsed search time" />
      <p className="mut">
        Nodes appear here as they are found. You can close this window: the search continues, and{' '}
        <strong>Add node</strong> shows it again.
      </p>
    </div>
  );
}

/** Returns the seconds until a time (ms), at most the duration of a search, because the clocks can differ. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.min(FIND_NODES_SECONDS, Math.max(0, Math.ceil((until - now) / 1000)));
}

/** Formats seconds as `1:05`. */
const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
