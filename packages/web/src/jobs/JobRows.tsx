import type { Job } from '@northlight/contract';
import { Progress } from '@mantine/core';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCircleXFilled from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import IconLoader from '@tabler/icons-react/dist/esm/icons/IconLoader.mjs';
import { useProject } from '../app/shell-context.tsx';
import classes from './jobs.module.css';
import { IssueList } from './IssueList.tsx';
import { describeJobRow } from './job-labels.ts';

const ICONS = {
  ok: IconCircleCheckFilled,
  warn: IconAlertTriangleFilled,
  err: IconCircleXFilled,
  wait: IconClockHour4,
  run: IconLoader,
} as const;

/** List of a job's devices with their states and answers. */
export function JobRows({ job }: { readonly job: Job }) {
  const { timeZone: zone } = useProject();
  return (
    <div role="list" aria-label={`${job.title}: devices`}>
      {job.rows.map((row, index) => {
        const view = describeJobRow(job, row, zone);
        const Icon = ICONS[view.tone];
        return (
          <div
            key={row.deviceId}
            role="listitem"
            className={`grid ruled ${classes['jobRow']}`}
            data-tone={view.tone}
            data-first={index === 0 || undefined}
          >
            <Icon size={15} aria-hidden />
            <span className="ellipsis">{row.deviceName}</span>
            <span className="mut">{view.label}</span>
            {view.tone === 'run' && row.percent !== undefined && (
              <Progress
                size={4}
                value={row.percent}
                aria-label={`${row.deviceName} ${row.percent} percent`}
                style={{ gridColumn: '2 / -1' }}
              />
            )}
            {view.detail && <div className={`mut small ${classes['jobDetail']}`}>{view.detail}</div>}
            {row.issues.length > 0 && (
              <div className={`mut small ${classes['jobDetail']}`}>
                <IssueList issues={row.issues} />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}
