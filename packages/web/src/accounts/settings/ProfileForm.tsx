import { type Profile, profileChange } from '@northlight/contract';
import { DEVICE_NAME_MAX } from '@northlight/contract/net';
import { Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../app/toast.ts';
import { call } from '../../kit/api/index.ts';
import { FormFoot, useApiForm, zodErrors } from '../../kit/form/index.ts';
import { formatTime } from '../../kit/format/index.ts';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const onceAYear = (from: string | undefined): string =>
  from === undefined
    ? 'Changes once a year'
    : `Changes once a year; the next time from ${formatTime(from, HERE)}`;

interface ProfileValues extends Record<string, unknown> {
  readonly nickname: string;
  readonly roleTitle: string;
  readonly companyName: string;
  readonly companyLocation: string;
}

/** Only what was changed is sent: a company's name that stays does not use up its year. */
function changedOf(values: ProfileValues, profile: Profile): Partial<ProfileValues> {
  const fields = ['nickname', 'roleTitle', 'companyName', 'companyLocation'] as const;
  return Object.fromEntries(
    fields.filter((field) => values[field] !== profile[field]).map((field) => [field, values[field]]),
  );
}

export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const client = useQueryClient();
  const { nickname, roleTitle, companyName, companyLocation } = profile;
  const { form, problem, busy, onSubmit } = useApiForm<ProfileValues>({
    initialValues: { nickname, roleTitle, companyName, companyLocation },
    validate: (values) => zodErrors(profileChange, changedOf(values, profile)),
    onSubmit: async (values) => {
      await call('profileUpdate', { body: changedOf(values, profile) });
      await Promise.all(
        ['profileGet', 'sessionGet'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
      toast.done('Your profile was saved.');
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          description={`How others see you; up to ${DEVICE_NAME_MAX} characters, no spaces`}
          maxLength={DEVICE_NAME_MAX}
          required
          {...form.getInputProps('nickname')}
        />
        <TextInput label="Role" description="What you do" {...form.getInputProps('roleTitle')} />
        <TextInput
          label="Company name"
          description={onceAYear(profile.companyNameChangesAt)}
          disabled={profile.companyNameChangesAt !== undefined}
          {...form.getInputProps('companyName')}
        />
        <TextInput
          label="Company location"
          description={onceAYear(profile.companyLocationChangesAt)}
          disabled={profile.companyLocationChangesAt !== undefined}
          {...form.getInputProps('companyLocation')}
        />
      </Stack>
      <FormFoot problem={problem} submit="Save" busy={busy} />
    </form>
  );
}
