import { ALLOWED, apiTokenName, type Display, DISPLAYS_MAX } from '@northlight/contract';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OneTimeSecret } from '../../app/dialog/OneTimeSecret.tsx';
import {
  ALL_PROJECTS,
  ProjectScope,
  findProjectScopeErrors,
  toProjectScope,
  type ProjectScopeValues,
} from '../../app/ProjectScope.tsx';
import { awaitRefetch, call, createMutation, createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { GatedButton, deny } from '../../kit/controls/GatedButton.tsx';
import { Form, findFieldError, useApiForm } from '../../kit/form/index.ts';
import { Age, formatTime, formatPlural } from '../../kit/format/index.ts';
import { formatDisplayLink } from './display-link.ts';
import { BROWSER_TIME_ZONE } from './browser-time-zone.ts';

/** Manages displays, each of which opens the data screen by its own link without a signed-in user. */
export function Displays() {
  const [step, setStep] = useState<'list' | 'new' | { readonly link: string }>('list');
  const displays = useQuery(createQuery('displayList', {})).data?.items;
  const onCreated = (token: string): void => {
    setStep({ link: formatDisplayLink(token) });
  };
  if (step === 'new') return <NewDisplay onCreated={onCreated} onCancel={() => setStep('list')} />;
  if (step !== 'list')
    return (
      <OneTimeSecret noun="link" secret={step.link} onDone={() => setStep('list')}>
        Set it as the start page of the browser on the display. Everyone with this link can view the screen.
      </OneTimeSecret>
    );
  const isFull = (displays?.length ?? 0) >= DISPLAYS_MAX;
  return (
    <Stack gap="md">
      <p className="mut">
        A display shows this screen without a signed-in user. Its link gives read-only access to this screen
        and keeps working after a restart.
      </p>
      {displays && displays.length > 0 && (
        <ul className="entries">
          {displays.map((display) => (
            <DisplayRow key={display.id} display={display} />
          ))}
        </ul>
      )}
      <Group>
        <GatedButton
          can={isFull ? deny(`Limit of ${DISPLAYS_MAX} displays reached. Revoke one first.`) : ALLOWED}
          onClick={() => setStep('new')}
        >
          Create display
        </GatedButton>
      </Group>
    </Stack>
  );
}

function DisplayRow({
  display: { expiresAt, id, lastSeenAt, name, projects },
}: {
  readonly display: Display;
}) {
  const [confirming, setConfirming] = useState(false);
  const revoke = useMutation({
    ...createMutation('displayRevoke'),
    onSettled: awaitRefetch,
  });
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <br />
        <span className="mut">
          {projects === 'all' ? 'all projects' : formatPlural(projects.length, 'project')} · until{' '}
          {formatTime(expiresAt, BROWSER_TIME_ZONE).slice(0, 10)} ·{' '}
          {lastSeenAt === undefined ? (
            'never used'
          ) : (
            <>
              last used <Age at={lastSeenAt} timeZone={BROWSER_TIME_ZONE} />
            </>
          )}
          {revoke.error && <span className="err"> {toErrorSentence(revoke.error)}</span>}
        </span>
      </span>
      <Button
        variant="default"
        {...(confirming && { color: 'red.9', variant: 'filled' })}
        loading={revoke.isPending}
        aria-label={confirming ? `Revoke ${name} now` : `Revoke ${name}`}
        onBlur={() => setConfirming(false)}
        onClick={() => (confirming ? revoke.mutate({ params: { displayId: id } }) : setConfirming(true))}
      >
        {confirming ? 'Revoke now' : 'Revoke'}
      </Button>
    </li>
  );
}

const DAYS = [
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '1825', label: '5 years' },
];

interface DisplayValues extends ProjectScopeValues, Record<string, unknown> {
  readonly name: string;
  readonly days: string;
}

interface NewDisplayProps {
  readonly onCreated: (token: string) => void;
  readonly onCancel: () => void;
}

function NewDisplay({ onCancel, onCreated }: NewDisplayProps) {
  const projects = useQuery(createQuery('projectList', {})).data?.items ?? [];
  const { form, ...state } = useApiForm<DisplayValues>({
    initialValues: { ...ALL_PROJECTS, name: '', days: '365' },
    validate: (values) => ({
      ...findFieldError('name', apiTokenName, values.name),
      ...findProjectScopeErrors(values),
    }),
    onSubmit: async ({ days, name, ...scope }) => {
      const body = { name, projects: toProjectScope(scope), expiresInDays: Number(days) };
      onCreated((await call('displayCreate', { body })).token);
    },
  });
  return (
    <Form {...state} submit="Create link" onCancel={onCancel}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Location of the display; up to 32 characters"
          autoComplete="off"
          data-autofocus
          required
          {...form.getInputProps('name')}
        />
        <ProjectScope
          label="Projects"
          values={form.values}
          projects={projects}
          where={form.getInputProps('where')}
          chosen={form.getInputProps('projects')}
        />
        <Select label="Valid for" data={DAYS} allowDeselect={false} {...form.getInputProps('days')} />
      </Stack>
    </Form>
  );
}
