import { type LengthUnit, type Profile, profileChange } from '@northlight/contract';
import { NICKNAME_MAX } from '@northlight/contract/net';
import { Select, Stack, TextInput } from '@mantine/core';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { Form, useApiForm, findZodErrors } from '../../kit/form/index.ts';
import { formatTime } from '../../kit/format/index.ts';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const formatYearlyChangeHint = (from: string | undefined): string =>
  from === undefined
    ? 'Can be changed once a year'
    : `Can be changed once a year, next from ${formatTime(from, BROWSER_TIME_ZONE)}`;

interface ProfileValues extends Record<string, unknown> {
  readonly nickname: string;
  readonly roleTitle: string;
  readonly companyName: string;
  readonly companyLocation: string;
  readonly lengthUnit: LengthUnit;
}

/** Returns only changed fields, so that saving an unchanged company name does not restart its year. */
function selectChanges(values: ProfileValues, profile: Profile): Partial<ProfileValues> {
  const fields = ['nickname', 'roleTitle', 'companyName', 'companyLocation', 'lengthUnit'] as const;
  return Object.fromEntries(
    fields.filter((field) => values[field] !== profile[field]).map((field) => [field, values[field]]),
  );
}

export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { nickname, roleTitle, companyName, companyLocation, lengthUnit } = profile;
  const { form, ...state } = useApiForm<ProfileValues>({
    initialValues: { nickname, roleTitle, companyName, companyLocation, lengthUnit },
    validate: (values) => findZodErrors(profileChange, selectChanges(values, profile)),
    onSubmit: async (values) => {
      await call('profileUpdate', { body: selectChanges(values, profile) });
      await awaitRefetch();
      toast.done('Profile saved.');
    },
  });
  return (
    <Form {...state} submit="Save">
      <Stack gap="md">
        <TextInput
          label="Name"
          description={`Shown to others; up to ${NICKNAME_MAX} characters`}
          maxLength={NICKNAME_MAX}
          required
          {...form.getInputProps('nickname')}
        />
        <TextInput label="Role" description="Your job title" {...form.getInputProps('roleTitle')} />
        <TextInput
          label="Company name"
          description={formatYearlyChangeHint(profile.companyNameChangesAt)}
          disabled={profile.companyNameChangesAt !== undefined}
          {...form.getInputProps('companyName')}
        />
        <TextInput
          label="Company location"
          description={formatYearlyChangeHint(profile.companyLocationChangesAt)}
          disabled={profile.companyLocationChangesAt !== undefined}
          {...form.getInputProps('companyLocation')}
        />
        <Select
          label="Lengths on floor plans"
          allowDeselect={false}
          data={[
            { value: 'm', label: 'Metres' },
            { value: 'ft', label: 'Feet and inches' },
          ]}
          {...form.getInputProps('lengthUnit')}
        />
      </Stack>
    </Form>
  );
}
