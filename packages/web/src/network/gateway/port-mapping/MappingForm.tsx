import { MAPPING_PROTOCOL_LABELS, type PortMapping } from '@northlight/contract';
import { RULE_NAME_MAX } from '@northlight/contract/net';
import { useQuery } from '@tanstack/react-query';
import { FieldRow, FieldSet } from '../../../kit/form/FieldSet.tsx';
import { SelectField } from '../../../kit/form/fields.tsx';
import { createQuery } from '../../../kit/api/index.ts';
import { useProject } from '../../../app/shell-context.tsx';
import { HostField } from './HostField.tsx';
import { useStagedForm } from '../../use-staged-form.ts';
import { StagedFormFoot } from '../../StagedFormFoot.tsx';
import { type StagedFormProps } from '../../StagedListPage.tsx';
import { omitItem, replaceItem, useNetworkDraft } from '../../../draft/index.ts';
import classes from '../gateway.module.css';
import { describeMappingEffect } from './mapping-effect.ts';
import { findMappingErrors, toMapping, toMappingValues } from '../routing/routing-form-values.ts';
import { CodeField, PortsField } from '../../../kit/form/typed-fields.tsx';

const PROTOCOLS = Object.entries(MAPPING_PROTOCOL_LABELS).map(([value, label]) => ({ value, label }));

export function MappingForm({ item: mapping, onClose }: StagedFormProps<PortMapping>) {
  const draft = useNetworkDraft();
  const { config, scope } = draft;
  const { id: projectId } = useProject();
  const { data: clients } = useQuery(
    createQuery('clientList', { params: { projectId }, query: { online: 'true' } }),
  );
  const { form, onSubmit } = useStagedForm({
    initialValues: toMappingValues(mapping),
    validate: (values) => findMappingErrors(values, mapping?.name, config, scope),
    onSubmit: async (values) => {
      const next = toMapping(values);
      draft.update(replaceItem(config, 'portMappings', next, mapping?.name));
      onClose();
    },
  });
  const effect = describeMappingEffect(form.values, config, clients?.items ?? []);
  const removal = mapping && {
    config: omitItem(config, 'portMappings', mapping.name),
    sentence: `Port mapping ${mapping.name} will be removed.`,
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldSet>
        <FieldRow>
          <CodeField
            label="Name"
            description={`Up to ${RULE_NAME_MAX} characters, no spaces`}
            autoFocus={!mapping}
            {...form.getInputProps('name')}
          />
          <SelectField
            label="Protocol"
            data={PROTOCOLS}
            allowDeselect={false}
            {...form.getInputProps('protocol')}
          />
        </FieldRow>
        <PortsField
          label="External ports"
          description="80;443, or 8000-8010"
          {...form.getInputProps('externalPorts')}
        />
        <FieldRow>
          <HostField
            label="Internal address"
            description="A client, or any host in a VLAN"
            clients={clients?.items ?? []}
            {...form.getInputProps('internalIp')}
          />
          <PortsField
            label="Internal ports"
            description="Same as external if empty"
            empty="Same as external"
            {...form.getInputProps('internalPorts')}
          />
        </FieldRow>
      </FieldSet>
      <p
        className={`round callout ${classes['effect']}`}
        role="status"
        data-empty={effect === undefined || undefined}
      >
        {effect ?? 'Enter the ports and the address to see the effect of the mapping.'}
      </p>
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}
