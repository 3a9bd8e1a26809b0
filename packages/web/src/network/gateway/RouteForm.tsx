import type { StaticRoute } from '@northlight/contract';
import { RULE_NAME_MAX } from '@northlight/contract/net';
import { FieldRow, FieldSet } from '../../kit/form/FieldSet.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { Ipv4Field } from '../../kit/form/Ipv4Field.tsx';
import { PrefixField } from '../../kit/form/PrefixField.tsx';
import { useStagedForm } from '../use-staged-form.ts';
import { StagedFormFoot } from '../StagedFormFoot.tsx';
import { type StagedFormProps } from '../StagedListPage.tsx';
import { useNetworkDraft } from '../draft-context.tsx';
import { replaceItem, omitItem } from '../staged-lists.ts';
import { findRouteErrors, toRoute, toRouteValues } from './routing-form-values.ts';

const ANY_NETWORK = { shortest: 0, longest: 32 };

export function RouteForm({ item: route, onClose }: StagedFormProps<StaticRoute>) {
  const draft = useNetworkDraft();
  const { config, scope } = draft;
  const { form, onSubmit } = useStagedForm({
    initialValues: toRouteValues(route),
    validate: (values) => findRouteErrors(values, route?.name, config, scope),
    onSubmit: async (values) => {
      const next = toRoute(values);
      draft.update(replaceItem(config, 'staticRoutes', next, route?.name));
      onClose();
    },
  });
  const removal = route && {
    config: omitItem(config, 'staticRoutes', route.name),
    sentence: `Static route ${route.name} will be removed.`,
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldSet>
        <TextField
          label="Name"
          description={`Up to ${RULE_NAME_MAX} characters, no spaces`}
          autoFocus={!route}
          {...form.getInputProps('name')}
        />
        <FieldRow>
          <Ipv4Field
            label="Destination network"
            description="0.0.0.0/0 = default route"
            {...form.getInputProps('destination')}
          />
          <PrefixField range={ANY_NETWORK} {...form.getInputProps('prefix')} value={form.values.prefix} />
        </FieldRow>
        <Ipv4Field
          label="Next hop"
          description="A router in one of the gateway's own networks"
          {...form.getInputProps('nextHop')}
        />
      </FieldSet>
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}
