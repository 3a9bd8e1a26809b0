import { API_TOKEN_DAYS_MAX, apiTokenName } from '@northlight/contract';
import { Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { SecretDialog } from '../../app/dialog/OneTimeSecret.tsx';
import { useShellContext } from '../../app/shell-context.tsx';
import {
  ALL_PROJECTS,
  ProjectScope,
  findProjectScopeErrors,
  toProjectScope,
  type ProjectScopeValues,
} from '../../app/ProjectScope.tsx';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { findFieldError, useApiForm } from '../../kit/form/index.ts';

const DAYS = [7, 30, 90, API_TOKEN_DAYS_MAX].map((days) => ({
  value: String(days),
  label: days === API_TOKEN_DAYS_MAX ? '1 year' : `${days} days`,
}));

interface TokenValues extends ProjectScopeValues, Record<string, unknown> {
  readonly name: string;
  readonly right: 'read' | 'write';
  readonly days: string;
}

const INITIAL_VALUES: TokenValues = { ...ALL_PROJECTS, name: '', right: 'read', days: '30' };

export function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const [token, setToken] = useState<string>();
  const { projects } = useShellContext();
  const { form, ...state } = useApiForm<TokenValues>({
    initialValues: INITIAL_VALUES,
    validate: (values) => ({
      ...findFieldError('name', apiTokenName, values.name),
      ...findProjectScopeErrors(values),
    }),
    onSubmit: async ({ name, right, days, ...scope }) => {
      const created = await call('apiTokenCreate', {
        body: {
          name,
          scope: { projects: toProjectScope(scope), write: right === 'write' },
          expiresInDays: Number(days),
        },
      });
      await awaitRefetch();
      setToken(created.token);
    },
  });
  if (token !== undefined)
    return (
      <SecretDialog title="Create API token" noun="token" secret={token} onDone={onClose}>
        Send it as <code>Authorization: Bearer</code>.
      </SecretDialog>
    );
  return (
    <FormDialog {...state} title="Create API token" width="narrow" submit="Create token" onClose={onClose}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Purpose of the token; up to 32 characters"
          autoComplete="off"
          data-autofocus
          required
          {...form.getInputProps('name')}
        />
        <Radio.Group label="Permission" {...form.getInputProps('right')}>
          <Group mt={6}>
            <Radio value="read" label="Read-only" />
            <Radio value="write" label="Read and write" />
          </Group>
        </Radio.Group>
        <ProjectScope
          label="Projects"
          values={form.values}
          projects={projects}
          where={form.getInputProps('where')}
          chosen={form.getInputProps('projects')}
        />
        <Select label="Valid for" data={DAYS} allowDeselect={false} {...form.getInputProps('days')} />
      </Stack>
    </FormDialog>
  );
}
