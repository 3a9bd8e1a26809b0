import { type Permission, RF_FLAGS, rfMode, type StoredRfSettings } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call, createQuery } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import {
  CheckboxesField,
  ChoiceField,
  MultiSelectField,
  NumberField,
  RadioButtonsField,
  SwitchField,
  TextField,
} from '../../kit/form/fields.tsx';
import { FieldRow, FieldSet } from '../../kit/form/FieldSet.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { ReadOnlyReason, ReadOnlyScope, EditOnly } from '../../kit/form/read-only.tsx';
import { Card, LoadFailed, Page } from '../../kit/page/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RF_TITLE } from '../rf-texts.ts';
import { useRfSettings } from '../use-rf.ts';
import classes from '../rf.module.css';
import {
  findRfErrors,
  listChannelGroups,
  listRadioChoices,
  type RfValues,
  toRfSettings,
  toRfValues,
} from './settings-values.ts';

const MODES = [
  { value: 'manual', label: 'Manual', description: 'You start an optimization and apply its plan.' },
  {
    value: 'scheduled',
    label: 'Scheduled',
    description: 'At the quiet hour of the chosen days, Northlight plans and applies what improves enough.',
  },
  {
    value: 'auto',
    label: 'Automatic',
    description:
      'As scheduled, and also around an access point after radar, with a busy channel, or that is new.',
  },
];
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, index) => ({
  value: String(index + 1),
  label,
}));
const WIDTHS = [20, 40, 80, 160].map((width) => ({ value: String(width), label: `${width} MHz` }));
/** Radios that the list of choices shows at once; the others are found by typing. */
const RADIOS_SHOWN = 100;

export function SettingsView({ views }: { readonly views: ReactNode }) {
  const settings = useRfSettings();
  if (settings.error && !settings.data)
    return <LoadFailed error={settings.error} onRetry={() => void settings.refetch()} />;
  return (
    <Page title={RF_TITLE} tools={views}>
      {!settings.data && <Skeleton height={420} />}
      {settings.data && (
        <ReadOnlyScope can={settings.data.can.configure}>
          <ReadOnlyReason />
          <LatestForm latest={settings.data} can={settings.data.can.configure} />
        </ReadOnlyScope>
      )}
    </Page>
  );
}

interface LatestFormProps {
  readonly latest: StoredRfSettings;
  readonly can: Permission;
}

/** The form of the settings that were read first, until the user saves them or loads newer ones. */
function LatestForm({ can, latest }: LatestFormProps) {
  const [stored, setStored] = useState(latest);
  return (
    <SettingsForm
      key={stored.version}
      stored={stored}
      newer={latest.version > stored.version ? latest : undefined}
      can={can}
      onStored={setStored}
    />
  );
}

interface SettingsFormProps {
  readonly stored: StoredRfSettings;
  /** Settings that another user has saved since then. */
  readonly newer: StoredRfSettings | undefined;
  readonly can: Permission;
  readonly onStored: (settings: StoredRfSettings) => void;
}

function SettingsForm({ can, newer, onStored, stored }: SettingsFormProps) {
  const { id: projectId } = useProject();
  const scope = useQuery(createQuery('networkConfigGet', { params: { projectId } })).data?.scope.wireless;
  const { busy, form, onSubmit, problem } = useApiForm<RfValues>({
    initialValues: toRfValues(stored),
    validate: (values) => findRfErrors(values, stored),
    onSubmit: async (values) => {
      const body = { ...toRfSettings(values, stored), version: stored.version };
      const saved = await call('rfSettingsSave', { params: { projectId }, body });
      await awaitRefetch();
      onStored(saved);
      toast.done('The settings of RF optimization were saved.');
    },
  });
  const { excludedChannels, mode, radios } = form.getValues();
  return (
    <form onSubmit={onSubmit} noValidate className={`grid gap-12 ${classes['settings']}`}>
      {newer && (
        <div className={`whole-row ${classes['state']}`}>
          <Notice tone="warning" title="The settings were changed in the meantime">
            <div className="row wrap between gap-8">
              <span>Show the newer settings, then repeat your change.</span>
              <GatedButton size="compact-sm" variant="default" can={can} onClick={() => onStored(newer)}>
                Show newer settings
              </GatedButton>
            </div>
          </Notice>
        </div>
      )}
      <Card title="Schedule">
        <FieldSet>
          <RadioButtonsField
            label="Mode"
            options={MODES}
            optionsClass={`column gap-8 ${classes['modes']}`}
            {...form.getInputProps('mode')}
            onChange={(value) => form.setFieldValue('mode', rfMode.parse(value))}
          />
          {mode !== 'manual' && (
            <CheckboxesField label="Days" options={DAYS} {...form.getInputProps('weekdays')} />
          )}
          <FieldRow>
            <TextField
              label="Quiet hour"
              description="Time at which few clients notice a change, in the project’s time zone"
              placeholder="03:00"
              inputMode="numeric"
              {...form.getInputProps('quietHour')}
            />
            <NumberField
              label="Smallest improvement (%)"
              description="Scheduled and automatic plans below it are not applied"
              min={0}
              max={100}
              clampBehavior="none"
              {...form.getInputProps('leastImprovementPercent')}
            />
          </FieldRow>
        </FieldSet>
      </Card>
      <div className="column gap-12 shrink-x">
        <Card title="Channels">
          <FieldSet>
            <ChoiceField
              label="Largest width on 5 GHz"
              data={WIDTHS}
              {...form.getInputProps('maxWidthMhz')}
            />
            <SwitchField
              label="Use radar channels"
              description="Channels 52 to 144. A radio leaves them when it detects radar."
              {...form.getInputProps('usesRadarChannels', { type: 'checkbox' })}
            />
            <MultiSelectField
              label="Excluded channels"
              description="No radio gets these channels"
              empty="None"
              searchable
              data={listChannelGroups(scope?.country, excludedChannels)}
              {...form.getInputProps('excludedChannels')}
            />
          </FieldSet>
        </Card>
        <Card title="Radios">
          <FieldSet>
            <MultiSelectField
              label="Radios that keep their channels"
              description={`Not optimized (flag ${RF_FLAGS.keep}). All others are optimized unless their channel is set by hand.`}
              empty="None"
              searchable
              limit={RADIOS_SHOWN}
              nothingFoundMessage="No radio has this name"
              data={listRadioChoices(scope?.devices ?? [], radios)}
              {...form.getInputProps('radios')}
            />
          </FieldSet>
        </Card>
      </div>
      <EditOnly>
        <div className="whole-row">
          {problem !== undefined && <Notice tone="error">{problem}</Notice>}
          <div className="row justify-end">
            <GatedButton can={can} type="submit" loading={busy} disabled={!form.isDirty()}>
              Save
            </GatedButton>
          </div>
        </div>
      </EditOnly>
    </form>
  );
}
