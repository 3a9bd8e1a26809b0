import type { TemplateOutcome } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCircleXFilled from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useShellContext } from '../../app/shell-context.tsx';
import { summarizeJob } from '../../jobs/index.ts';
import { createQuery } from '../../kit/api/index.ts';
import { PATHS } from '../../paths.ts';
import { SKIPPED_PROJECT_LABELS, type SkippedProject } from '../template-labels.ts';

const POLL_MS = 2000;

interface OutcomesProps {
  readonly outcomes: readonly TemplateOutcome[];
  readonly leftOut: readonly SkippedProject[];
  /** Opens the review again with the rejected projects. */
  readonly onReviewAgain: (projectIds: readonly number[]) => void;
  readonly onClose: () => void;
}

const ICONS = { applied: IconCircleCheckFilled, unchanged: IconMinus, refused: IconCircleXFilled } as const;
const TONES = { applied: 'ok', unchanged: 'mut', refused: 'err' } as const;

/** Lists the result of each project. Applied changes continue as a job of their project. */
export function Outcomes({ leftOut, onReviewAgain, onClose, outcomes }: OutcomesProps) {
  const refused = [
    ...outcomes.filter(({ result }) => result === 'refused'),
    ...leftOut.filter(({ status }) => status !== 'nothing'),
  ].map(({ projectId }) => projectId);
  return (
    <>
      <ul className="entries" aria-label="Projects">
        {outcomes.map((outcome) => (
          <Row key={outcome.projectId} projectId={outcome.projectId} result={outcome.result}>
            <OutcomeText outcome={outcome} />
          </Row>
        ))}
        {leftOut.map(({ projectId, status }) => (
          <Row key={projectId} projectId={projectId} result={status === 'nothing' ? 'unchanged' : 'refused'}>
            {SKIPPED_PROJECT_LABELS[status]}
          </Row>
        ))}
      </ul>
      <Group justify="flex-end" mt="lg" gap={8}>
        {refused.length > 0 && (
          <Button variant="default" onClick={() => onReviewAgain(refused)}>
            Review rejected
          </Button>
        )}
        <Button key="close" onClick={onClose}>
          Close
        </Button>
      </Group>
    </>
  );
}

interface RowProps {
  readonly projectId: number;
  readonly result: TemplateOutcome['result'];
  readonly children: ReactNode;
}

function Row({ children, projectId, result }: RowProps) {
  const { projects } = useShellContext();
  const Icon = ICONS[result];
  return (
    <li>
      <div className="flex gap-8">
        <Icon className={TONES[result]} size={16} aria-hidden />
        <div>
          <strong>{projects.find(({ id }) => id === projectId)?.name ?? projectId}</strong>
          <div>{children}</div>
        </div>
      </div>
    </li>
  );
}

function OutcomeText({ outcome }: { readonly outcome: TemplateOutcome }) {
  const { jobId, projectId, refusal, version } = outcome;
  if (refusal)
    return (
      <>
        {refusal.message} <span className="mut">(code {refusal.code})</span>
      </>
    );
  if (jobId === undefined || version === undefined) return SKIPPED_PROJECT_LABELS.nothing;
  return (
    <>
      <JobStatus projectId={projectId} jobId={jobId} />{' '}
      <Link to={PATHS.networkHistory} search={{ project: projectId, open: String(version) }}>
        Version {version} in history
      </Link>
    </>
  );
}

/** Polls the job while it runs, because live updates cover only the open project. */
function JobStatus({ jobId, projectId }: { readonly projectId: number; readonly jobId: string }) {
  const { data } = useQuery({
    ...createQuery('jobGet', { params: { projectId, jobId } }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  });
  if (!data) return <span role="status">Saved.</span>;
  if (data.rows.length === 0)
    return <span role="status">Saved. Northlight sends the changes when a suitable device joins.</span>;
  return (
    <span role="status">
      <Link to={PATHS.devices} search={{ project: projectId }}>
        Job
      </Link>
      : {summarizeJob(data)}.
    </span>
  );
}
