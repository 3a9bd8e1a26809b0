import { POLICY_NAME_MAX } from '@northlight/contract/net';
import type { WifiPolicy } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FieldRow, FieldSet } from '../../../kit/form/FieldSet.tsx';
import { SwitchField, TextField } from '../../../kit/form/fields.tsx';
import { useProject } from '../../../app/shell-context.tsx';
import { useStagedForm } from '../../use-staged-form.ts';
import { useReadOnly } from '../../../kit/form/read-only.tsx';
import { FoldedSection, Section } from '../../../kit/page/index.ts';
import { StagedFormFoot } from '../../StagedFormFoot.tsx';
import { type StagedFormProps } from '../../StagedListPage.tsx';
import { useNetworkDraft } from '../../../draft/index.ts';
import { PATHS } from '../../../paths.ts';
import { AdvancedFields } from './AdvancedFields.tsx';
import { BandField } from './BandField.tsx';
import { BroadcastSection } from './BroadcastSection.tsx';
import { ClientFields } from './ClientFields.tsx';
import { DeviceChoice } from './DeviceChoice.tsx';
import {
  ADVANCED_FIELDS,
  CLIENT_FIELDS,
  describeAdvanced,
  describeClients,
  describeDevices,
  describeShutdowns,
  DEVICE_FIELDS,
  SHUTDOWN_FIELDS,
} from './policy-summaries.ts';
import {
  countFreeClients,
  createPolicyValues,
  type PolicyValues,
  toPolicy,
  toPolicyValues,
} from './policy-values.ts';
import { NetworkFields } from './NetworkFields.tsx';
import { SecurityFields } from './SecurityFields.tsx';
import { ShutdownField } from './ShutdownField.tsx';
import { type ConflictingPolicy, findPolicyProblems } from './policy-problems.ts';
import { omitPolicy, replacePolicy } from '../staged-wireless.ts';
import { CodeField } from '../../../kit/form/typed-fields.tsx';

export function PolicyForm({ item: policy, onClose }: StagedFormProps<WifiPolicy>) {
  const draft = useNetworkDraft();
  const project = useProject();
  const { config, scope } = draft;
  const [others, setOthers] = useState<readonly ConflictingPolicy[]>([]);
  const { form, onSubmit } = useStagedForm<PolicyValues>({
    initialValues: policy
      ? toPolicyValues(policy)
      : createPolicyValues(newPolicyId(), scope.wireless, config.wireless),
    validate: (values) => {
      const problems = findPolicyProblems(toPolicy(values), config, scope);
      setOthers(problems.others);
      return problems.fields;
    },
    onSubmit: async (values) => {
      const next = toPolicy(values);
      draft.update(replacePolicy(config, next));
      onClose();
    },
  });
  const removal = policy && {
    config: omitPolicy(config, policy.id),
    sentence: `The wireless policy ${policy.name} will be removed.`,
  };
  const isReadOnly = useReadOnly();
  const free = countFreeClients(form.values, config.wireless);
  const isOverLimit = form.values.enabled && Number(form.values.maxClients) > free;
  const isForced = (fields: readonly string[]): boolean =>
    isReadOnly || Object.keys(form.errors).some((path) => fields.includes(path.split('.')[0] ?? ''));
  return (
    <form onSubmit={onSubmit} noValidate>
      {policy && <BroadcastSection policy={policy} />}
      <FieldSet>
        <FieldRow>
          <TextField
            label="Name"
            description="Internal name"
            maxLength={POLICY_NAME_MAX}
            autoFocus={!policy}
            {...form.getInputProps('name')}
          />
          <CodeField label="SSID" description={'Name that phones show'} {...form.getInputProps('ssid')} />
        </FieldRow>
        <SecurityFields form={form} />
        <NetworkFields form={form} />
        <BandField form={form} />
        <SwitchField
          label="Enabled"
          description="Turn off to stop broadcasting"
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </FieldSet>
      <Part
        title="Client limits and addresses"
        summary={describeClients(form.values)}
        isForced={isForced(CLIENT_FIELDS) || isOverLimit}
      >
        <ClientFields form={form} free={free} />
      </Part>
      <Part title="Devices" summary={describeDevices(form.values)} isForced={isForced(DEVICE_FIELDS)}>
        <DeviceChoice form={form} />
      </Part>
      <Part title="Off hours" summary={describeShutdowns(form.values)} isForced={isForced(SHUTDOWN_FIELDS)}>
        <ShutdownField
          value={form.values.shutdowns}
          onChange={(shutdowns) => form.setValues({ shutdowns })}
          errors={form.errors}
          timeZone={project.timeZone}
        />
      </Part>
      <Part title="Advanced" summary={describeAdvanced(form.values)} isForced={isForced(ADVANCED_FIELDS)}>
        <AdvancedFields form={form} />
      </Part>
      {others.length > 0 && Object.keys(form.errors).length > 0 && <ConflictingPolicies others={others} />}
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}

interface PartProps {
  readonly title: string;
  readonly summary: string;
  readonly isForced: boolean;
  readonly children: ReactNode;
}

const Part = ({ children, ...rest }: PartProps) => (
  <FoldedSection {...rest}>
    <FieldSet>{children}</FieldSet>
  </FoldedSection>
);

/** Links to the policies that conflict with this one. */
function ConflictingPolicies({ others }: { readonly others: readonly ConflictingPolicy[] }) {
  return (
    <Section title="Conflicts with">
      <ul className="grid gap-4">
        {others.map(({ name, policyId }) => (
          <li key={policyId}>
            <Link to={PATHS.wireless} search={{ open: policyId }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Returns a random id, so that a new policy never inherits the history of a removed one. */
const newPolicyId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);
