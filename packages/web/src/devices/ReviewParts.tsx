import type { ConfigReview, Job } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import { formatPlural } from '../kit/format/index.ts';
import { ChangeTable } from './ChangeTable.tsx';
import { JobRows } from './JobRows.tsx';
import { summarizeJob } from './job-labels.ts';
import classes from './review.module.css';

/** Changes of a review with affected devices and clients, and consequences. */
export function ReviewBody({ review }: { readonly review: ConfigReview }) {
  return (
    <>
      <div className={classes['impact']}>
        <strong>
          Apply to {formatPlural(review.devices.length, 'device')},{' '}
          {formatPlural(review.clientsAffected, 'client')} affected
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

/** Progress and result of an apply for each device. */
export function ReviewOutcome({ job, onClose }: OutcomeProps) {
  return (
    <>
      {job.rows.length > 0 && (
        <p className={classes['note']} role="status">
          {job.state === 'running'
            ? 'Saved. Devices confirm one by one; you can close this window.'
            : summarizeJob(job)}
        </p>
      )}
      {job.rows.length === 0 ? (
        <p className={classes['note']} role="status">
          No device can use these settings yet. They are sent when one is added.
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
