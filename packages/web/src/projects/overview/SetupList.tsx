import { NET_MODES, type Project, SETUP_STEPS, type SetupStep, TYPE_FLAG_DEMO } from '@northlight/contract';
import { Button } from '@mantine/core';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ButtonLink } from '../../app/app-link.tsx';
import { useShellContext } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { isBoolean, useStoredValue } from '../../kit/stored.ts';
import { PATHS } from '../../paths.ts';
import classes from './setup-list.module.css';
import { useProjectActions } from '../use-project-actions.ts';

const TEXTS: Readonly<Record<SetupStep, { readonly title: string; readonly text: string }>> = {
  project: {
    title: 'Create a project',
    text: 'Enter the name and location of a site, and a password for its devices.',
  },
  devices: {
    title: 'Add devices',
    text: 'Enter the serial number and claim code on their labels, one by one or as a list.',
  },
  online: {
    title: 'Bring a device online',
    text: 'Connect it to power and the internet. It comes online automatically, usually within 1 min.',
  },
  network: {
    title: 'Set up the network',
    text: 'Add a Wi-Fi network or a VLAN, review it and apply it.',
  },
  client: {
    title: 'Connect the first client',
    text: 'Join the Wi-Fi network with a phone. The client is listed here within 1 min.',
  },
};

/**
 * Lists the steps from a new account to its first client. Renders `fallback` when all steps are done or the
 * list is dismissed.
 */
export function SetupList({ fallback = null }: { readonly fallback?: ReactNode }) {
  const { session, projects } = useShellContext();
  const [isDismissed, setIsDismissed] = useStoredValue(
    `northlight.setup-list-dismissed.${session.account.id}`,
    false,
    isBoolean,
  );
  const enabled = !session.visitor && !isDismissed;
  const { data } = useQuery({ ...createQuery('setupProgressGet', {}), enabled });
  const { demo, demoBusy } = useProjectActions();
  const [isOpen, setIsOpen] = useState(false);
  if (!enabled || data?.done.length === SETUP_STEPS.length) return fallback;
  if (!data) return null;
  const done = new Set(data.done);
  const next = SETUP_STEPS.find((step) => !done.has(step));
  const project = projects.find(({ id }) => id === data.projectId);
  const hasDemo = projects.some(({ typeFlag }) => typeFlag === TYPE_FLAG_DEMO);
  // If there are projects, the list folds to one line with the next step, so that the projects keep the space.
  const isFolded = projects.length > 0 && !isOpen;
  return (
    <section
      className={`panel ${classes['list']}`}
      data-folded={isFolded || undefined}
      aria-labelledby="setup-title"
    >
      <header className={`row wrap ${isFolded ? '' : 'below'} ${classes['head']}`}>
        <h2 id="setup-title">
          {projects.length === 0
            ? 'Create your first project'
            : hasDemo
              ? 'Set up your own network'
              : 'Set up your network'}
        </h2>
        <span className="mut">
          {data.done.length} of {SETUP_STEPS.length} steps done
          {hasDemo && ', without demo projects'}
        </span>
        {isFolded && next && (
          <span>
            Next: <strong>{TEXTS[next].title}</strong>
          </span>
        )}
        <span className={`flex gap-8 ${classes['tools']}`}>
          {projects.length === 0 ? (
            <Button variant="default" loading={demoBusy} onClick={() => demo('wlan')}>
              Explore the live demo
            </Button>
          ) : (
            <Button variant="subtle" aria-expanded={!isFolded} onClick={() => setIsOpen(isFolded)}>
              {isFolded ? 'Show steps' : 'Hide steps'}
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={() => setIsDismissed(true)}>
            Dismiss
          </Button>
          {isFolded && next && <StepAction step={next} project={project} isNext />}
        </span>
      </header>
      {!isFolded && (
        <ol className="grid">
          {SETUP_STEPS.map((step) => (
            <li key={step} className={`grid ruled ${classes['step']}`}>
              {done.has(step) ? (
                <IconCircleCheckFilled className="ok" size={20} aria-label="Done" />
              ) : (
                <IconCircleDashed className="mut" size={20} aria-label="Not done" />
              )}
              <div>
                <strong className={done.has(step) ? 'mut' : ''}>{TEXTS[step].title}</strong>
                {!done.has(step) && <p className="mut">{TEXTS[step].text}</p>}
              </div>
              {!done.has(step) && <StepAction step={step} project={project} isNext={step === next} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface StepActionProps {
  readonly step: SetupStep;
  /** Project in which the remaining steps continue. */
  readonly project: Project | undefined;
  readonly isNext: boolean;
}

/** Link to the page of a step; only the next step has a primary button. */
function StepAction({ step, project, isNext }: StepActionProps) {
  const variant = isNext ? 'filled' : 'default';
  if (step === 'project')
    return (
      <ButtonLink to={PATHS.newProject} search={{}} variant={variant}>
        Create project
      </ButtonLink>
    );
  if (!project) return null;
  const search = { project: project.id };
  switch (step) {
    case 'devices':
      return (
        <ButtonLink to={PATHS.devices} search={{ ...search, dialog: 'add' }} variant={variant}>
          Add devices
        </ButtonLink>
      );
    case 'online':
      return (
        <ButtonLink to={PATHS.devices} search={search} variant={variant}>
          Show devices
        </ButtonLink>
      );
    case 'network':
      return project.netMode === NET_MODES.wlan ? (
        <ButtonLink to={PATHS.vlan} search={{ ...search, open: 'new' }} variant={variant}>
          Add VLAN
        </ButtonLink>
      ) : (
        <ButtonLink to={PATHS.wireless} search={search} variant={variant}>
          Add Wi-Fi network
        </ButtonLink>
      );
    case 'client':
      return (
        <ButtonLink to={PATHS.clients} search={search} variant={variant}>
          Show clients
        </ButtonLink>
      );
  }
}
