import { API_TOKEN_DAYS_MAX, apiTokenName } from '@northlight/contract';
import { Button, CopyButton, Group, Modal, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useShellContext } from '../../app/shell-context.tsx';
import {
  ALL_PROJECTS,
  ProjectScope,
  findProjectScopeErrors,
  toProjectScope,
  type ProjectScopeValues,
} from '../../app/ProjectScope.tsx';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { findFieldError, FormFoot, useApiForm } from '../../kit/form/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';

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
  return (
    <Modal opened onClose={onClose} title="Create API token" size={POPUP_WIDTHS.narrow}>
      {token === undefined ? (
        <TokenForm onCreated={setToken} onClose={onClose} />
      ) : (
        <>
          <Notice tone="warning" title="Copy the token now">
            It is shown only once. Send it as <code>Authorization: Bearer</code>.
          </Notice>
          <code className="code-block">{token}</code>
          <Group justify="flex-end" gap={8} mt="lg">
            <CopyButton value={token}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy token'}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>Done</Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

function TokenForm({
  onCreated,
  onClose,
}: {
  readonly onCreated: (token: string) => void;
  readonly onClose: () => void;
}) {
  const { projects } = useShellContext();
  const { form, problem, busy, onSubmit } = useApiForm<TokenValues>({
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
      onCreated(created.token);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
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
      <FormFoot problem={problem} submit="Create token" busy={busy} onCancel={onClose} />
    </form>
  );
}
