import { POLICY_NAME_MAX } from '@northlight/contract/net';
import { type WifiPolicy, formatBand } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FieldRow, FieldSet } from '../../../kit/form/FieldSet.tsx';
import {
  SwitchField,
  TextField,
  CheckboxesField,
  NumberField,
  SelectField,
} from '../../../kit/form/fields.tsx';
import { useProject } from '../../../app/shell-context.tsx';
import { useStagedForm } from '../../use-staged-form.ts';
import { useReadOnly, EditOnly } from '../../../kit/form/read-only.tsx';
import { FoldedSection, Section } from '../../../kit/page/index.ts';
import { StagedFormFoot } from '../../StagedFormFoot.tsx';
import type { StagedFormProps } from '../../StagedListPage.tsx';
import { useNetworkDraft } from '../../../draft/index.ts';
import { PATHS } from '../../../paths.ts';
import { AdvancedFields } from './AdvancedFields.tsx';
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
import { SecurityFields } from './SecurityFields.tsx';
import { ShutdownField } from './ShutdownField.tsx';
import { type ConflictingPolicy, findPolicyProblems } from './policy-problems.ts';
import { omitPolicy, replacePolicy, getWireless } from '../staged-wireless.ts';
import { CodeField } from '../../../kit/form/typed-fields.tsx';
import { type Band, BANDS } from '@northlight/contract/device-protocol';
import { Button } from '@mantine/core';
import { formatPlural, Age } from '../../../kit/format/index.ts';
import type { PolicyPart } from './form-parts.ts';
import { describeMissingRadio } from '../broadcast-status.ts';
import { BroadcastState } from '../BroadcastState.tsx';
import { useBroadcasts } from '../use-broadcasts.ts';

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

/** Bands of a policy. Devices with two 5 GHz radios can use one of them, which the field offers on demand. */
function BandField({ form }: PolicyPart) {
  const { devices } = useNetworkDraft().scope.wireless;
  const [hasSingles, setHasSingles] = useState(() => form.values.bands.some(isSingle));
  const countDevices = (band: Band) =>
    devices.filter(({ radios }) => radios.some((radio) => isOnRadio(band, radio.band))).length;
  const canChoose = !hasSingles && devices.some(({ radios }) => radios.some(({ band }) => isSingle(band)));
  return (
    <div>
      <CheckboxesField
        label="Bands"
        options={BANDS.filter((band) => hasSingles || !isSingle(band)).map((band) => ({
          value: band,
          label: formatBand(band),
          description: formatPlural(countDevices(band), 'device'),
        }))}
        optionsClass="field-columns"
        {...form.getInputProps('bands')}
      />
      {canChoose && (
        <EditOnly>
          <Button variant="subtle" size="compact-xs" mt={6} onClick={() => setHasSingles(true)}>
            Use only one 5 GHz radio
          </Button>
        </EditOnly>
      )}
    </div>
  );
}

/** True for one of the two 5 GHz radios of a device. */
const isSingle = (band: Band): boolean => band === '5G-1' || band === '5G-2';

const isOnRadio = (band: Band, radio: Band): boolean => band === radio || (band === '5G' && isSingle(radio));

/** Lists the radios that broadcast the policy according to their reports, and the radios that do not. */
function BroadcastSection({ policy }: { readonly policy: WifiPolicy }) {
  const { timeZone } = useProject();
  const draft = useNetworkDraft();
  const air = useBroadcasts()?.get(policy.id);
  const applied = getWireless(draft.base).policies.find(({ id }) => id === policy.id);
  const more = air ? air.wanted - air.onAir - air.missing.length : 0;
  return (
    <Section
      title="Broadcasting"
      aside={
        air?.reportedAt !== undefined && (
          <span className="mut">
            <Age at={air.reportedAt} timeZone={timeZone} verb="reported" />
          </span>
        )
      }
    >
      <BroadcastState applied={applied} air={air} />
      {air && !air.paused && air.missing.length > 0 && (
        <ul className="above grid gap-4">
          {air.missing.map((radio) => (
            <li key={`${radio.deviceId} ${radio.band}`}>{describeMissingRadio(radio)}</li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </Section>
  );
}

const NONE = 'none';

const toVlanOption = (id: number) => ({ value: String(id), label: `${id}, not on the gateway` });

/** Fields for the VLAN of the clients and for guest access. */
function NetworkFields({ form }: PolicyPart) {
  const { config, scope } = useNetworkDraft();
  const { vlanId } = form.values;
  const vlans = config.vlans.map(({ id, name }) => ({ value: String(id), label: `${id} ${name}` }));
  const own = vlanId === '' || config.vlans.some(({ id }) => id === vlanId) ? [] : [toVlanOption(vlanId)];
  const hasList = scope.wireless.hasGateway || vlans.length > 0;
  return (
    <>
      {hasList ? (
        <SelectField
          label="VLAN"
          description="Clients join this network. “None” is the LAN."
          data={[{ value: NONE, label: 'None' }, ...vlans, ...own]}
          allowDeselect={false}
          error={form.errors['vlanId']}
          value={vlanId === '' ? NONE : String(vlanId)}
          onChange={(next) => form.setValues({ vlanId: next === null || next === NONE ? '' : Number(next) })}
        />
      ) : (
        <NumberField
          label="VLAN"
          description="1 to 4094 on your own gateway, empty for no VLAN"
          placeholder="None"
          empty="None"
          allowDecimal={false}
          clampBehavior="none"
          hideControls
          {...form.getInputProps('vlanId')}
        />
      )}
      <SwitchField
        label="Guests"
        description="Internet only, clients isolated"
        {...form.getInputProps('guest', { type: 'checkbox' })}
      />
    </>
  );
}
