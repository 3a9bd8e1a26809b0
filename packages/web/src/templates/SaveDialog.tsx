import type { NetworkConfig, NewTemplate, Project } from '@northlight/contract';
import { projectName } from '@northlight/contract/net';
import { Modal, Select, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useShellContext } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call, createQuery, toErrorSentence } from '../kit/api/index.ts';
import { Form, findFieldError, useApiForm } from '../kit/form/index.ts';
import { POPUP_WIDTHS } from '../ui/constants.ts';
import { Notice } from '../ui/Notice.tsx';
import { PolicyChoice, VlanChoice } from './ContentChoice.tsx';

interface SaveDialogProps {
  /** Name of the action that opened the dialog. */
  readonly title: string;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Selects a project and the parts of its network to save. All parts are selected at first. */
export function SaveDialog({ onClose, onSaved, title }: SaveDialogProps) {
  const { project: current, projects } = useShellContext();
  const [projectId, setProjectId] = useState(current?.id ?? projects[0]?.id);
  const project = projects.find(({ id }) => id === projectId);
  const input = { params: { projectId: projectId ?? 0 } };
  // Fetches the current configuration, because a cached one may be outdated.
  const found = useQuery({
    ...createQuery('networkConfigGet', input),
    enabled: projectId !== undefined,
    staleTime: 0,
  });
  const fresh = found.isFetchedAfterMount ? found.data : undefined;
  return (
    <Modal opened onClose={onClose} title={title} size={POPUP_WIDTHS.medium}>
      <div className="grid gap-12">
        <Select
          label="Project"
          description="The template contains its applied VLANs and wireless policies"
          data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={projectId === undefined ? null : String(projectId)}
          searchable
          allowDeselect={false}
          onChange={(next) => next !== null && setProjectId(Number(next))}
        />
        {found.error && <Notice tone="error">{toErrorSentence(found.error)}</Notice>}
        {!fresh && !found.error && <Skeleton height={240} />}
        {project && fresh && (
          <SaveForm
            key={project.id}
            project={project}
            config={fresh.config}
            canReveal={fresh.can.configure.allowed}
            onClose={onClose}
            onSaved={onSaved}
          />
        )}
      </div>
    </Modal>
  );
}

interface SaveFormProps extends Omit<SaveDialogProps, 'title'> {
  readonly project: Project;
  readonly config: NetworkConfig;
  readonly canReveal: boolean;
}

type SaveValues = Required<Omit<NewTemplate, 'projectId'>>;

const findProblems = ({ name, policies, vlans }: SaveValues): Partial<Record<string, string>> => ({
  ...findFieldError('name', projectName, name),
  ...(vlans.length + policies.length === 0 && { vlans: 'Choose at least one VLAN or policy.' }),
});

function SaveForm({ config, canReveal, onClose, onSaved, project }: SaveFormProps) {
  const policies = config.wireless?.policies ?? [];
  const { form, ...state } = useApiForm<SaveValues>({
    initialValues: {
      name: '',
      remark: '',
      vlans: config.vlans.map(({ id }) => id),
      pools: config.vlans.filter(({ id }) => hasPool(config, id)).map(({ id }) => id),
      policies: policies.map(({ id }) => id),
    },
    validate: findProblems,
    onSubmit: async ({ remark, ...values }) => {
      const body = { projectId: project.id, ...values, ...(remark !== '' && { remark }) };
      const { id, name } = await call('templateCreate', { body });
      await awaitRefetch();
      toast.done(`${name} was saved.`);
      onSaved(id);
    },
  });
  if (config.vlans.length + policies.length === 0)
    return (
      <Notice tone="plain" title="No settings to save">
        {project.name} has no applied VLANs or wireless policies yet. Choose another project.
      </Notice>
    );
  return (
    <Form {...state} className="grid gap-12" submit="Save template" onCancel={onClose}>
      <div className="field-columns align-start">
        <TextInput label="Name" required autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Remark" autoComplete="off" {...form.getInputProps('remark')} />
      </div>
      <VlanChoice
        config={config}
        vlans={form.values.vlans}
        pools={form.values.pools}
        onChange={(vlans, pools) => form.setValues({ vlans, pools })}
      />
      <PolicyChoice
        vlans={config.vlans}
        policies={policies}
        chosen={form.values.policies}
        onChange={(chosen) => form.setFieldValue('policies', chosen)}
      />
      {form.errors['vlans'] !== undefined && (
        <p className="err" role="alert">
          {form.errors['vlans']}
        </p>
      )}
      <p className="mut below">
        The template contains the applied configuration without staged changes, reserved addresses and the
        device selection of policies.{' '}
        {canReveal
          ? 'Passwords are included, encrypted.'
          : 'Your access is read-only, so passwords are not included. Enter them in the template.'}
      </p>
    </Form>
  );
}

const hasPool = ({ dhcpPools }: NetworkConfig, id: number): boolean =>
  dhcpPools.some(({ vlanId }) => vlanId === id);
