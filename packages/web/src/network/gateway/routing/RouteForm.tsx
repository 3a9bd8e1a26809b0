import { listInsideNetworks, type StaticRoute } from '@northlight/contract';
import { RULE_NAME_MAX } from '@northlight/contract/net';
import { FieldRow, FieldSet } from '../../../kit/form/FieldSet.tsx';
import { CodeField, Ipv4Field } from '../../../kit/form/typed-fields.tsx';
import { PrefixField } from '../../../kit/form/PrefixField.tsx';
import { EditOnly } from '../../../kit/form/read-only.tsx';
import { Section } from '../../../kit/page/index.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { useStagedForm } from '../../use-staged-form.ts';
import { StagedFormFoot } from '../../StagedFormFoot.tsx';
import { type StagedFormProps } from '../../StagedListPage.tsx';
import { omitItem, replaceItem, useNetworkDraft } from '../../../draft/index.ts';
import classes from '../gateway.module.css';
import { describeRouteEffect, formatNetworkName, formatNetworkRange } from './route-effect.ts';
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
  const networks = listInsideNetworks(config);
  const effect = describeRouteEffect(form.values, config);
  return (
    <form onSubmit={onSubmit} noValidate>
      <EditOnly>
        <p className="mut above">
          Use a static route to reach a network behind another router, for example a branch office.
        </p>
      </EditOnly>
      <FieldSet>
        <CodeField
          label="Name"
          description={`Up to ${RULE_NAME_MAX} characters, no spaces`}
          autoFocus={!route}
          {...form.getInputProps('name')}
        />
        <FieldRow>
          <Ipv4Field
            label="Destination network"
            description="0.0.0.0/0 for all other traffic"
            placeholder="192.168.80.0"
            {...form.getInputProps('destination')}
            onNetwork={({ ip, prefix }) => form.setValues({ destination: ip, prefix })}
          />
          <PrefixField range={ANY_NETWORK} {...form.getInputProps('prefix')} value={form.values.prefix} />
        </FieldRow>
        <Ipv4Field
          label="Next hop"
          description="Address of the router, in a network of the gateway"
          {...form.getInputProps('nextHop')}
        />
      </FieldSet>
      <p
        className={`round callout ${classes['effect']}`}
        role="status"
        data-empty={effect === undefined || undefined}
      >
        {effect ?? 'Enter the destination and the next hop to see the effect of the route.'}
      </p>
      {networks.length > 0 && (
        <Section title="Networks of the gateway">
          <Facts
            items={networks.map((network) => ({
              label: formatNetworkName(network),
              value: formatNetworkRange(network),
            }))}
          />
        </Section>
      )}
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}
