import { SCENARIO_LABELS, SCENARIOS } from '@northlight/contract';
import { PROJECT_NAME_MAX } from '@northlight/contract/net';
import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { useShellContext } from '../../app/shell-context.tsx';
import { awaitRefetch, call, createQuery } from '../../kit/api/index.ts';
import { Form, useApiForm } from '../../kit/form/index.ts';
import { Page } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { CityFields } from './CityFields.tsx';
import { DevicePasswordField } from './DevicePasswordField.tsx';
import { ModeCards } from './ModeCards.tsx';
import { EMPTY_PROJECT, findProjectErrors, type ProjectFormValues } from './project-form-values.ts';
import classes from './project-form.module.css';
import { useFoundPlace } from './use-found-place.ts';

/** Form that creates a project and then opens its devices. */
export function NewProjectPage() {
  const { session } = useShellContext();
  const navigate = useNavigate();
  const [location, setLocation] = useState({ country: '', city: '' });
  const place = useFoundPlace(location);
  /** Uses the time zone of the location until the user selects one. */
  const complete = (values: ProjectFormValues): ProjectFormValues => ({
    ...values,
    province: place.province,
    timeZone: values.timeZone || place.timeZone,
  });
  const { form, ...state } = useApiForm<ProjectFormValues>({
    initialValues: EMPTY_PROJECT,
    validate: (values) => findProjectErrors(complete(values)),
    onSubmit: async (values) => {
      const { id } = await call('projectCreate', { body: complete(values) });
      await awaitRefetch();
      await navigate({ to: PATHS.devices, search: { project: id, dialog: 'add' } });
    },
  });
  if (session.visitor) return <NotFoundPage />;
  return (
    <Page title="New project">
      <Form
        {...state}
        className={`panel grid gap-16 ${classes['form']}`}
        submit="Create project"
        onCancel={() => void navigate({ to: PATHS.projects, search: {} })}
      >
        <TextInput
          label="Project name"
          description={`Name of the site; up to ${PROJECT_NAME_MAX} characters`}
          maxLength={PROJECT_NAME_MAX}
          autoFocus
          required
          {...form.getInputProps('name')}
        />
        <CityFields
          values={form.values}
          place={place}
          onChange={(patch) => {
            form.setValues(patch);
            setLocation(({ city, country }) => ({
              country: patch.country ?? country,
              city: patch.city ?? city,
            }));
          }}
        />
        <ModeCards
          value={form.values.netMode}
          onChange={(netMode) => form.setFieldValue('netMode', netMode)}
        />
        <DevicePasswordField
          {...form.getInputProps('devicePassword')}
          value={form.values.devicePassword}
          onGenerate={(password) => {
            form.setFieldValue('devicePassword', password);
            form.clearFieldError('devicePassword');
          }}
        />
        <ScenarioSelect
          value={form.values.scenario}
          onChange={(scenario) => form.setFieldValue('scenario', scenario)}
        />
      </Form>
    </Page>
  );
}

interface ScenarioSelectProps {
  readonly value: string;
  readonly onChange: (scenario: string) => void;
}

/**
 * Selects a built-in scenario or one of the account's custom scenarios. New custom scenarios are created on
 * the page of an existing project.
 */
function ScenarioSelect({ value, onChange }: ScenarioSelectProps) {
  const custom = useQuery(createQuery('scenarioList', {})).data?.items ?? [];
  return (
    <Select
      label="Scenario"
      description="Optional; you can change this later"
      className={classes['scenario'] ?? ''}
      data={[
        ...SCENARIOS.map((scenario) => ({ value: scenario, label: SCENARIO_LABELS[scenario] })),
        ...custom.map(({ name }) => ({ value: name, label: name })),
      ]}
      allowDeselect={false}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
