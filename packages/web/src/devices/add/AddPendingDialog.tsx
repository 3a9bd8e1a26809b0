import type { WaitingDevice } from '@northlight/contract';
import { DEVICE_NAME_MAX, deviceName } from '@northlight/contract/net';
import { Modal, Select, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { ButtonLink } from '../../app/app-link.tsx';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useShellContext } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { useApiForm, findZodErrors } from '../../kit/form/index.ts';
import { PATHS } from '../../paths.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { Notice } from '../../ui/Notice.tsx';
import { suggestProject, listProjectChoices, formatModelLabel } from './project-choices.ts';

const TITLE = 'Add to a project';

const values = z.object({
  projectId: z.string().min(1, 'Choose a project.'),
  name: z.union([z.literal(''), deviceName]),
});

interface AddPendingDialogProps {
  readonly device: WaitingDevice;
  readonly onClose: () => void;
}

/** Dialog that adds a pending device to a project, for which no claim code is needed. */
export function AddPendingDialog({ device, onClose }: AddPendingDialogProps) {
  const { project, projects } = useShellContext();
  const navigate = useNavigate();
  const choices = listProjectChoices(projects);
  const [suggested] = useState(() => suggestProject(choices, project?.id));
  const { form, ...state } = useApiForm({
    initialValues: { projectId: suggested, name: '' },
    validate: (entered) => findZodErrors(values, entered),
    onSubmit: async ({ projectId, name }) => {
      const added = await call('waitingDeviceAdd', {
        params: { sn: device.sn },
        body: { projectId: Number(projectId), ...(name !== '' && { name }) },
      });
      await awaitRefetch();
      toast.done(`${added.name} was added. It shows as online when it has connected.`);
      onClose();
      await navigate({ to: PATHS.devices, search: { project: Number(projectId), open: added.id } });
    },
  });
  if (choices.every(({ disabled }) => disabled))
    return (
      <Modal opened onClose={onClose} title={TITLE} size={POPUP_WIDTHS.narrow}>
        <Stack gap="sm">
          <Notice tone="plain">
            You cannot add this device to any of your projects. Create a project for it.
          </Notice>
          <ButtonLink to={PATHS.newProject} search={{}}>
            Create project
          </ButtonLink>
        </Stack>
      </Modal>
    );
  return (
    <FormDialog {...state} title={TITLE} width="narrow" submit="Add device" onClose={onClose}>
      <Stack gap="sm">
        <p>
          {formatModelLabel(device)}, <span className="mono">{device.sn}</span>. It receives the project’s
          configuration as soon as it is added.
        </p>
        <Select
          label="Project"
          data={choices}
          searchable
          allowDeselect={false}
          required
          data-autofocus={suggested === '' || undefined}
          {...form.getInputProps('projectId')}
        />
        <TextInput
          label="Name"
          description="Optional; without spaces"
          maxLength={DEVICE_NAME_MAX}
          data-autofocus={suggested !== '' || undefined}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
      </Stack>
    </FormDialog>
  );
}
