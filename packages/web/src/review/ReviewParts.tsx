import type { ConfigReview, Job } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatPlural } from '../kit/format/index.ts';
import { ChangeTable } from './ChangeTable.tsx';
import type { ItemChanges } from './group-changes.ts';
import { JobRows, summarizeJob } from '../jobs/index.ts';
import classes from './review.module.css';

interface ReviewBodyProps {
  readonly review: ConfigReview;
  readonly onRevert?: (item: ItemChanges) => void;
  /** Broken paths, with the confirmation that they need; part of the consequences. */
  readonly children?: ReactNode;
}

/** Changes of a review with affected devices and clients, and all consequences in one box. */
export function ReviewBody({ children, onRevert, review }: ReviewBodyProps) {
  const { broken = [], warnings = [] } = review;
  const tone = broken.some(({ lost }) => lost)
    ? 'error'
    : broken.length > 0 || warnings.length > 0 || review.clientsAffected > 0
      ? 'warning'
      : undefined;
  return (
    <>
      <div className="grid gap-4 callout below" data-tone={tone}>
        <strong className={tone ? 'ink' : 'accent'}>{describeImpact(review)}</strong>
        {children}
        {review.costs.length > 0 && (
          <ul>
            {review.costs.map((cost) => (
              <li key={cost} className={warnings.includes(cost) ? 'warn strong' : undefined}>
                {cost}
              </li>
            ))}
          </ul>
        )}
        <AffectedDevices devices={review.devices} />
      </div>
      <ChangeTable changes={review.changes} onRevert={onRevert} />
    </>
  );
}

/** Describes what an apply reaches: `14 devices change. No client disconnects.` */
function describeImpact({ clientsAffected, devices }: ConfigReview): string {
  const clients =
    clientsAffected === 0
      ? 'No client disconnects.'
      : `${formatPlural(clientsAffected, 'client')} may disconnect briefly.`;
  return `${formatPlural(devices.length, 'device')} ${devices.length === 1 ? 'changes' : 'change'}. ${clients}`;
}

/** Number of devices in the list; a disclosure shows the others. */
const DEVICES_SHOWN = 6;

function AffectedDevices({ devices }: Pick<ConfigReview, 'devices'>) {
  if (devices.length === 0) return null;
  const list = (
    <ul className={`scrolled ${classes['list']}`} aria-label="Affected devices">
      {devices.map((device) => (
        <li key={device.id}>
          {device.name} <span className="mut">{describeAffected(device)}</span>
        </li>
      ))}
    </ul>
  );
  if (devices.length <= DEVICES_SHOWN) return list;
  return (
    <details>
      <summary className="accent">Show the {devices.length} devices</summary>
      {list}
    </details>
  );
}

function describeAffected({ items, online, restarts }: ConfigReview['devices'][number]): string {
  const parts = [
    items && (items.length > 0 ? items.join(', ') : 'sent again'),
    restarts && 'restarts',
    !online && 'offline',
  ];
  return parts.filter(Boolean).join(' · ');
}

interface OutcomeProps {
  readonly job: Job;
  readonly onClose: () => void;
}

/** Shows the progress and result of an apply for each device. */
export function ReviewOutcome({ job, onClose }: OutcomeProps) {
  return (
    <>
      {job.rows.length > 0 && (
        <p className="mut" role="status">
          {job.state === 'running'
            ? 'Saved. Devices confirm one by one; you can close this window.'
            : summarizeJob(job)}
        </p>
      )}
      {job.rows.length === 0 ? (
        <p className="mut" role="status">
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
