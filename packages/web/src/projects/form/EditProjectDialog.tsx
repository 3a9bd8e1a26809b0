import { type Project, projectChange } from '@northlight/contract';
import { PROJECT_NAME_MAX } from '@northlight/contract/net';
import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useApiForm, findZodErrors } from '../../kit/form/index.ts';
import { LocationFields } from './LocationFields.tsx';
import { ScenarioField } from './ScenarioField.tsx';

interface EditValues extends Record<string, unknown> {
  readonly name: string;
  readonly scenario: string;
  readonly country: string;
  readonly province: string;
  readonly city: string;
  readonly address: string;
  readonly timeZone: string;
  readonly devicePassword: string;
}

/** Omits an empty password, which keeps the current one. */
function buildBody({ devicePassword, ...values }: EditValues) {
  return { ...values, ...(devicePassword !== '' && { devicePassword }) };
}

export function EditProjectDialog({
  project,
  onClose,
}: {
  readonly project: Project;
  readonly onClose: () => void;
}) {
  const { name, scenario, country, province, city, address, timeZone } = project;
  const { form, ...state } = useApiForm<EditValues>({
    initialValues: { name, scenario, country, province, city, address, timeZone, devicePassword: '' },
    validate: (values) => findZodErrors(projectChange, buildBody(values)),
    onSubmit: async (values) => {
      const changed = await call('projectChange', {
        params: { projectId: project.id },
        body: buildBody(values),
      });
      await awaitRefetch();
      toast.done(`${changed.name} was saved.`);
      onClose();
    },
  });
  return (
    <FormDialog {...state} title={`Edit ${project.name}`} submit="Save" onClose={onClose}>
      <Stack gap="md">
        <TextInput
          label="Project name"
          maxLength={PROJECT_NAME_MAX}
          data-autofocus
          required
          {...form.getInputProps('name')}
        />
        <ScenarioField {...form.getInputProps('scenario')} value={form.values.scenario} />
        <LocationFields values={form.values} onChange={(patch) => form.setValues(patch)} />
        <TextInput label="Address" {...form.getInputProps('address')} />
        <PasswordInput
          label="New device management password"
          description="Leave empty to keep the current one"
          autoComplete="new-password"
          {...form.getInputProps('devicePassword')}
        />
      </Stack>
    </FormDialog>
  );
}
