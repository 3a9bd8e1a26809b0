import { ALLOWED, apiTokenName, type Display, DISPLAYS_MAX } from '@northlight/contract';
import { Button, CopyButton, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ALL_PROJECTS,
  ProjectScope,
  projectScopeErrors,
  projectScopeOf,
  type ProjectScopeValues,
} from '../../app/ProjectScope.tsx';
import { call, mutation, q, sentenceOf } from '../../kit/api/index.ts';
import { GatedButton, off } from '../../kit/controls/GatedButton.tsx';
import { fieldError, FormFoot, useApiForm } from '../../kit/form/index.ts';
import { Age, formatTime, plural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './data-screen.module.css';
import { displayLink } from './display-link.ts';
import { HERE } from './here.ts';

/** Screens on walls: each signs in by a link of its own, reads this one page, and is ended here. */
export function Displays() {
  const client = useQueryClient();
  const [step, setStep] = useState<'list' | 'new' | { readonly link: string }>('list');
  const displays = useQuery(q('displayList', {})).data?.items;
  const made = (token: string): void => {
    setStep({ link: displayLink(token) });
    void client.invalidateQueries({ queryKey: ['displayList'] });
  };
  if (step === 'new') return <NewDisplay onMade={made} onCancel={() => setStep('list')} />;
  if (step !== 'list') return <NewLink link={step.link} onDone={() => setStep('list')} />;
  const isFull = (displays?.length ?? 0) >= DISPLAYS_MAX;
  return (
    <Stack gap="md">
      <p className={classes['quiet']}>
        A display shows this screen on a wall without anybody signed in: it opens by its link, reads nothing
        else, changes nothing, and is let in again by itself after a restart.
      </p>
      {displays && displays.length > 0 && (
        <ul className={classes['displays']}>
          {displays.map((display) => (
            <DisplayRow key={display.id} display={display} />
          ))}
        </ul>
      )}
      <Group>
        <GatedButton
          can={isFull ? off(`You have ${DISPLAYS_MAX}, which is the most.`) : ALLOWED}
          onClick={() => setStep('new')}
        >
          New display
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
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const revoke = useMutation({
    ...mutation('displayRevoke'),
    onSettled: () => client.invalidateQueries({ queryKey: ['displayList'] }),
  });
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <br />
        <span className={classes['quiet']}>
          {projects === 'all' ? 'all projects' : plural(projects.length, 'project')} · until{' '}
          {formatTime(expiresAt, HERE).slice(0, 10)} ·{' '}
          {lastSeenAt === undefined ? (
            'not opened yet'
          ) : (
            <>
              showed something <Age at={lastSeenAt} timeZone={HERE} />
            </>
          )}
          {revoke.error && <span className="err"> {sentenceOf(revoke.error)}</span>}
        </span>
      </span>
      <Button
        variant="default"
        {...(asked && { color: 'red.9', variant: 'filled' })}
        loading={revoke.isPending}
        aria-label={asked ? `Really revoke ${name}` : `Revoke ${name}`}
        onBlur={() => setAsked(false)}
        onClick={() => (asked ? revoke.mutate({ params: { displayId: id } }) : setAsked(true))}
      >
        {asked ? 'Really revoke' : 'Revoke'}
      </Button>
    </li>
  );
}

function NewLink({ link, onDone }: { readonly link: string; readonly onDone: () => void }) {
  return (
    <>
      <Notice tone="warning" title="Copy the link now">
        It is shown this one time. Make it the start page of the browser on the wall: whoever has it sees this
        screen.
      </Notice>
      <code className={classes['link']}>{link}</code>
      <Group justify="flex-end" gap={8} mt="lg">
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </>
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
  readonly onMade: (token: string) => void;
  readonly onCancel: () => void;
}

function NewDisplay({ onCancel, onMade }: NewDisplayProps) {
  const known = useQuery(q('projectList', {})).data?.items ?? [];
  const { busy, form, onSubmit, problem } = useApiForm<DisplayValues>({
    initialValues: { ...ALL_PROJECTS, name: '', days: '365' },
    validate: (values) => ({
      ...fieldError('name', apiTokenName, values.name),
      ...projectScopeErrors(values),
    }),
    onSubmit: async ({ days, name, ...scope }) => {
      const body = { name, projects: projectScopeOf(scope), expiresInDays: Number(days) };
      onMade((await call('displayCreate', { body })).token);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Where it hangs; up to 32 characters"
          autoComplete="off"
          data-autofocus
          required
          {...form.getInputProps('name')}
        />
        <ProjectScope
          label="It shows"
          values={form.values}
          projects={known}
          where={form.getInputProps('where')}
          chosen={form.getInputProps('projects')}
        />
        <Select label="Let in for" data={DAYS} allowDeselect={false} {...form.getInputProps('days')} />
      </Stack>
      <FormFoot problem={problem} submit="Make the link" busy={busy} onCancel={onCancel} />
    </form>
  );
}
