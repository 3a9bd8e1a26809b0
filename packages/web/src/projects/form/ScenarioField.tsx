import { MAX_CUSTOM_SCENARIOS, SCENARIO_LABELS, SCENARIOS } from '@northlight/contract';
import { TITLE_MAX, shortTitle } from '@northlight/contract/net';
import { ActionIcon, Button, Group, Radio, TextInput, Tooltip } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { awaitRefetch, ApiError, createMutation, createQuery, toErrorSentence } from '../../kit/api/index.ts';
import classes from '../projects.module.css';

interface ScenarioFieldProps {
  readonly value: string;
  readonly onChange: (scenario: string) => void;
  readonly error?: React.ReactNode;
}

/** Selects one of the built-in scenarios or of the account's custom scenarios. */
export function ScenarioField({ value, onChange, error }: ScenarioFieldProps) {
  const custom = useQuery(createQuery('scenarioList', {})).data?.items ?? [];
  const refresh = { onSettled: awaitRefetch };
  const remove = useMutation({ ...createMutation('scenarioRemove'), ...refresh });
  return (
    <>
      <Radio.Group
        label="Scenario"
        description="You can change this later"
        value={value}
        onChange={onChange}
        error={error}
      >
        <div className={`grid gap-8 ${classes['choices']}`}>
          {SCENARIOS.map((scenario) => (
            <Choice key={scenario} value={scenario} label={SCENARIO_LABELS[scenario]} />
          ))}
          {custom.map(({ id, name }) => (
            <div key={id} className="row gap-2">
              <Choice value={name} label={name} />
              <Tooltip label={`Remove ${name}`}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Remove ${name}`}
                  onClick={() => remove.mutate({ params: { scenarioId: id } })}
                >
                  <IconX size={14} />
                </ActionIcon>
              </Tooltip>
            </div>
          ))}
        </div>
      </Radio.Group>
      <NewScenario count={custom.length} onCreated={onChange} />
    </>
  );
}

function Choice({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Radio.Card value={value} p="xs" radius="md">
      <span className="row gap-8">
        <Radio.Indicator size="xs" />
        {label}
      </span>
    </Radio.Card>
  );
}

function NewScenario({
  count,
  onCreated,
}: {
  readonly count: number;
  readonly onCreated: (name: string) => void;
}) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const create = useMutation({
    ...createMutation('scenarioCreate'),
    onSuccess: (created) => {
      setName('');
      setProblem(undefined);
      onCreated(created.name);
      return awaitRefetch();
    },
    onError: (error) =>
      setProblem((error instanceof ApiError && error.fields?.['name']) || toErrorSentence(error)),
  });
  const isFull = count >= MAX_CUSTOM_SCENARIOS;
  const add = () => {
    const checked = shortTitle.safeParse(name);
    if (checked.success) create.mutate({ body: { name } });
    else setProblem(checked.error.issues[0]?.message);
  };
  return (
    <Group align="flex-end" gap={8} mt="sm">
      <TextInput
        label="Custom scenario"
        description={
          isFull ? `Limit of ${count} scenarios reached. Remove one first.` : `Up to ${TITLE_MAX} characters`
        }
        maxLength={TITLE_MAX}
        disabled={isFull}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" disabled={isFull} loading={create.isPending} onClick={add}>
        Add scenario
      </Button>
    </Group>
  );
}
