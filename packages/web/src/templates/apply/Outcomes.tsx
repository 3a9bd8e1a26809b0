import type { TemplateOutcome } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCircleXFilled from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCurrent } from '../../app/current.tsx';
import { jobSummary } from '../../devices/index.ts';
import { q } from '../../kit/api/index.ts';
import { PATHS } from '../../paths.ts';
import classes from './apply.module.css';

const LOOK_EVERY_MS = 2000;

interface OutcomesProps {
  readonly outcomes: readonly TemplateOutcome[];
  /** Those that were refused are looked at again. */
  readonly onAgain: (projectIds: readonly number[]) => void;
  readonly onClose: () => void;
}

const ICONS = { applied: IconCircleCheckFilled, unchanged: IconMinus, refused: IconCircleXFilled } as const;

/** How it went, project by project; what was applied goes on as a job of its own there. */
export function Outcomes({ onAgain, onClose, outcomes }: OutcomesProps) {
  const { projects } = useCurrent();
  const refused = outcomes.filter(({ result }) => result === 'refused').map(({ projectId }) => projectId);
  return (
    <>
      <ul className={classes['outcomes']} aria-label="Projects">
        {outcomes.map((outcome) => {
          const Icon = ICONS[outcome.result];
          return (
            <li key={outcome.projectId} data-result={outcome.result}>
              <Icon size={16} aria-hidden />
              <strong>
                {projects.find(({ id }) => id === outcome.projectId)?.name ?? outcome.projectId}
              </strong>
              <div>
                <OutcomeWords outcome={outcome} />
              </div>
            </li>
          );
        })}
      </ul>
      <Group justify="flex-end" mt="lg" gap={8}>
        {refused.length > 0 && (
          <Button variant="default" onClick={() => onAgain(refused)}>
            Look at the refused again
          </Button>
        )}
        <Button key="close" onClick={onClose}>
          Close
        </Button>
      </Group>
    </>
  );
}

function OutcomeWords({ outcome }: { readonly outcome: TemplateOutcome }) {
  const { jobId, projectId, refusal, version } = outcome;
  if (refusal)
    return (
      <>
        {refusal.message} <span className="mut">(code {refusal.code})</span>
      </>
    );
  if (jobId === undefined || version === undefined) return <span className="mut">Nothing to change.</span>;
  return (
    <>
      <JobWords projectId={projectId} jobId={jobId} />{' '}
      <Link
        to={PATHS.networkHistory}
        search={{ project: projectId, open: String(version) }}
        className={classes['link']}
      >
        Version {version}
      </Link>
      {' · '}
      <Link to={PATHS.devices} search={{ project: projectId }} className={classes['link']}>
        the job on its devices
      </Link>
    </>
  );
}

/** Asked again while it runs: news of other projects than the open one do not come by themselves. */
function JobWords({ jobId, projectId }: { readonly projectId: number; readonly jobId: string }) {
  const { data } = useQuery({
    ...q('jobGet', { params: { projectId, jobId } }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_EVERY_MS : false),
  });
  return <span role="status">{data ? `${jobSummary(data)}.` : 'Stored.'}</span>;
}
