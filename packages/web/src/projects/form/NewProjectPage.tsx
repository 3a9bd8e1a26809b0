import { SCENARIO_LABELS, SCENARIOS } from '@northlight/contract';
import { PROJECT_NAME_MAX, DEVICE_PASSWORD_MIN, DEVICE_PASSWORD_SIGNS } from '@northlight/contract/net';
import {
  Select,
  TextInput,
  Autocomplete,
  Button,
  PasswordInput,
  type PasswordInputProps,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { useShellContext } from '../../app/shell-context.tsx';
import { awaitRefetch, call, createQuery } from '../../kit/api/index.ts';
import { Form, useApiForm } from '../../kit/form/index.ts';
import { Page } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { ModeCards } from './ModeCards.tsx';
import { EMPTY_PROJECT, findProjectErrors, type ProjectFormValues } from './project-form-values.ts';
import classes from './project-form.module.css';
import { useFoundPlace, type FoundPlace } from './use-found-place.ts';
import type { LocationValues } from './LocationFields.tsx';
import { TimeZoneField } from './TimeZoneField.tsx';
import { CopyTextButton } from '../../ui/CopyTextButton.tsx';
import { generateDevicePassword } from './generate-device-password.ts';

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

interface CityFieldsProps {
  /** Values of the fields; an empty time zone follows the location. */
  readonly values: LocationValues;
  readonly place: FoundPlace;
  readonly onChange: (patch: Partial<LocationValues>) => void;
}

/** Fields for the country, city and time zone of a new project. */
function CityFields({ values: { city, country, timeZone }, place, onChange }: CityFieldsProps) {
  return (
    <div className={`grid gap-12 ${classes['place']}`}>
      <Select
        label="Country"
        description="Shows the project on the map"
        // Disables the field until the list is loaded: Enter chooses the first match only if the list was
        // there when the user typed.
        disabled={place.countryNames.length === 0}
        placeholder={place.countryNames.length === 0 ? 'Loading…' : 'Choose'}
        data={[...place.countryNames]}
        searchable
        selectFirstOptionOnChange
        clearable
        limit={60}
        value={country || null}
        onChange={(next) => onChange({ country: next ?? '', city: '' })}
      />
      <Autocomplete
        label="City"
        description="Sets the time zone"
        data={[...place.cityNames]}
        limit={30}
        selectFirstOptionOnChange
        disabled={country === ''}
        placeholder={country === '' ? 'Choose a country first' : ''}
        value={city}
        onChange={(next) => onChange({ city: next })}
      />
      <TimeZoneField
        value={timeZone || place.timeZone}
        onChange={(chosen) => onChange({ timeZone: chosen })}
      />
    </div>
  );
}

interface DevicePasswordFieldProps extends PasswordInputProps {
  readonly value: string;
  readonly onGenerate: (password: string) => void;
}

/**
 * Field for the device management password of a new project. A generated password is visible, so that it can
 * be copied.
 */
function DevicePasswordField({ value, onGenerate, ...rest }: DevicePasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const [generated, setGenerated] = useState<string>();
  const generate = () => {
    const password = generateDevicePassword();
    setGenerated(password);
    setVisible(true);
    onGenerate(password);
  };
  const isGenerated = value !== '' && value === generated;
  return (
    <div className="grid gap-8">
      <PasswordInput
        label="Device management password"
        description={
          isGenerated
            ? 'Copy the password now. You can also reveal it later in the project settings, and the audit log records each request.'
            : `Every device of the project gets this password. Enter at least ${DEVICE_PASSWORD_MIN} characters with three of: upper case, lower case, digits, ${DEVICE_PASSWORD_SIGNS}. Use a different password from your account’s.`
        }
        autoComplete="new-password"
        required
        visible={visible}
        onVisibilityChange={setVisible}
        value={value}
        {...rest}
        // Marks the input as invalid, because the component marks only its wrapper.
        aria-invalid={rest.error ? true : undefined}
      />
      <div className="flex wrap gap-8">
        <Button variant="default" onClick={generate}>
          Generate password
        </Button>
        {isGenerated && <CopyTextButton text={value} label="Copy password" />}
      </div>
    </div>
  );
}
