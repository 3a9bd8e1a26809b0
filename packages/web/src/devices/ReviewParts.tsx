import type { ConfigReview, Job } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import { plural } from '../kit/format/index.ts';
import { ChangeTable } from './ChangeTable.tsx';
import { JobRows } from './JobRows.tsx';
import { jobSummary } from './job-words.ts';
import classes from './review.module.css';

/** Setting, now, after; what it touches and what it costs. */
export function ReviewBody({ review }: { readonly review: ConfigReview }) {
  return (
    <>
      <div className={classes['impact']}>
        <strong>
          Apply to {plural(review.devices.length, 'device')}, {plural(review.clientsAffected, 'client')}{' '}
          touched
        </strong>
        <ul>
          {review.costs.map((cost) => (
            <li key={cost}>{cost}</li>
          ))}
        </ul>
      </div>
      <ChangeTable changes={review.changes} />
    </>
  );
}

interface OutcomeProps {
  readonly job: Job;
  readonly onClose: () => void;
}

/** What every device answers. */
export function ReviewOutcome({ job, onClose }: OutcomeProps) {
  return (
    <>
      {job.rows.length > 0 && (
        <p className={classes['note']} role="status">
          {job.state === 'running'
            ? 'Stored. Each device answers for itself; you may close this and go on.'
            : jobSummary(job)}
        </p>
      )}
      {job.rows.length === 0 ? (
        <p className={classes['note']} role="status">
          No device takes these settings yet. One receives the configuration when it is added.
        </p>
      ) : (
        <JobRows job={job} />
      )}
      <Group justify="flex-end" mt="lg">
        <Button key="close" onClick={onClose}>
          Close
        </Button>
      </Group>
    </>
  );
}
