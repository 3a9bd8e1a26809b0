import {
  type BridgeDevice,
  type BridgeLink,
  listCountryChannels,
  listMembers,
  listWidths,
  type Permission,
  LINK_MARGIN_DB,
} from '@northlight/contract';
import { lazy, Suspense, useState } from 'react';
import { deny, GatedButton } from '../../kit/controls/GatedButton.tsx';
import { FieldRow, FieldSet } from '../../kit/form/FieldSet.tsx';
import {
  ChoiceField,
  MultiSelectField,
  NumberField,
  PasswordField,
  SelectField,
  SwitchField,
  TextField,
} from '../../kit/form/fields.tsx';
import type { ApiForm } from '../../kit/form/index.ts';
import { FoldedSection } from '../../kit/page/index.ts';
import { useReadOnly } from '../../kit/form/read-only.tsx';
import { getItems, omitItem, replaceItem, useNetworkDraft } from '../../draft/index.ts';
import { KeptSecrets } from '../KeptSecrets.tsx';
import { StagedFormFoot } from '../StagedFormFoot.tsx';
import type { StagedFormProps } from '../StagedListPage.tsx';
import { useStagedForm } from '../use-staged-form.ts';
import {
  createLinkValues,
  findLinkErrors,
  type LinkValues,
  summarizeBridges,
  summarizeRadio,
  toLink,
  toLinkValues,
} from './bridge-values.ts';
import { getWidthMhz, planLink } from './link-readings.ts';
import { LinkSection } from './LinkSection.tsx';
import { CodeField } from '../../kit/form/typed-fields.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatDbm } from '../../kit/format/index.ts';

const ChannelSurvey = lazy(async () => ({ default: (await import('./ChannelSurvey.tsx')).ChannelSurvey }));

type Form = Pick<ApiForm<LinkValues>, 'form'>;

const ALLOWED: Permission = { allowed: true };
const NO_BRIDGES = 'Choose base and client bridges first.';
const LIST = 'bridgeLinks';
const ROLE_NOUNS = { 'bridge-base': 'base', 'bridge-client': 'client' } as const;

/** Form of a bridge link, below the measured figures of an existing one. */
export function BridgeForm({ item: link, onClose }: StagedFormProps<BridgeLink>) {
  const draft = useNetworkDraft();
  const { config, scope } = draft;
  const others = getItems(config, LIST).filter(({ id }) => id !== link?.id);
  const taken = new Map(others.flatMap((each) => listMembers(each).map((id) => [id, each.name] as const)));
  const devices = scope.bridges?.devices ?? [];
  const free = devices.filter(({ id }) => !taken.has(id));
  const { form, onSubmit } = useStagedForm<LinkValues>({
    initialValues: link ? toLinkValues(link) : createLinkValues(newLinkId(), free),
    validate: (values) => findLinkErrors(values, config, scope),
    onSubmit: async (values) => {
      draft.update(replaceItem(config, LIST, toLink(values), values.id));
      onClose();
    },
  });
  const isReadOnly = useReadOnly();
  /** A link that can only be viewed, or is new, has nothing to skip. */
  const isOpen = !link || isReadOnly;
  const hasError = (fields: readonly string[]) => fields.some((field) => form.errors[field] !== undefined);
  const removal = link && {
    config: omitItem(config, LIST, link.id),
    sentence: `The bridge link ${link.name} will be removed. Its bridges keep their present settings.`,
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      {link && <LinkSection link={link} devices={devices} />}
      <FoldedSection
        title="Bridges"
        summary={summarizeBridges(form.values, devices)}
        isForced={isOpen || hasError(['name', 'ssid', 'baseId', 'clientIds', 'key'])}
      >
        <FieldSet>
          <FieldRow>
            <TextField label="Name" autoFocus={!link} {...form.getInputProps('name')} />
            <CodeField label="SSID" description="Own network of the link" {...form.getInputProps('ssid')} />
          </FieldRow>
          <Members form={form} devices={devices} taken={taken} />
          <PasswordField
            label="Key"
            isSet={form.values.keyId !== undefined}
            description={
              form.values.keyId === undefined
                ? '8 to 63 letters, digits and symbols'
                : 'Leave empty to keep the current one'
            }
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show key' }}
            {...form.getInputProps('key')}
          />
        </FieldSet>
        {form.values.keyId !== undefined && (
          <KeptSecrets secrets={[{ id: form.values.keyId, label: 'current key' }]} />
        )}
      </FoldedSection>
      <FoldedSection
        title="Distance and radio"
        summary={summarizeRadio(form.values)}
        isForced={isOpen || hasError(['distanceMetres', 'powerDbm', 'channel', 'widthMhz'])}
      >
        <RadioFields form={form} devices={devices} country={scope.bridges?.country} />
        <LinkPlanNote link={toLink(form.values)} devices={devices} />
      </FoldedSection>
      <FoldedSection
        title="VLANs and access"
        summary={form.values.carriesAll ? 'all VLANs' : `${form.values.vlans.length} VLANs`}
        isForced={hasError(['vlans', 'maxClients', 'peerLock'])}
      >
        <AccessFields form={form} />
      </FoldedSection>
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}

interface MembersProps extends Form {
  readonly devices: readonly BridgeDevice[];
  /** Links of bridges that are in another link, by device id. */
  readonly taken: ReadonlyMap<string, string>;
}

/** Selects base and clients, and names the bridges whose role the link changes. */
function Members({ devices, form, taken }: MembersProps) {
  const { baseId, clientIds } = form.values;
  const options = (excluded: readonly string[]) =>
    devices.map(({ id, name, supportsLinks }) => {
      const link = taken.get(id);
      const reason = link
        ? `in the link ${link}`
        : supportsLinks
          ? excluded.includes(id)
            ? 'already chosen'
            : undefined
          : 'needs newer software';
      return { value: id, label: reason ? `${name}: ${reason}` : name, disabled: reason !== undefined };
    });
  const changes = devices.flatMap(({ id, name, role }) => {
    const next = id === baseId ? 'bridge-base' : clientIds.includes(id) ? 'bridge-client' : role;
    return next === role ? [] : [`${name} becomes a ${ROLE_NOUNS[next]}.`];
  });
  return (
    <>
      <SelectField
        label="Base"
        description="The bridge at the end with the internet"
        searchable
        data={options(clientIds)}
        {...form.getInputProps('baseId')}
      />
      <MultiSelectField
        label="Client bridges"
        description={
          changes.length > 0
            ? `${changes.join(' ')} It restarts, up to 2 min.`
            : 'The bridges that connect to the base'
        }
        searchable
        hidePickedOptions
        placeholder={clientIds.length === 0 ? 'Choose bridges' : undefined}
        data={options(baseId === null ? [] : [baseId])}
        {...form.getInputProps('clientIds')}
      />
    </>
  );
}

interface RadioFieldsProps extends Form {
  readonly devices: readonly BridgeDevice[];
  readonly country: string | undefined;
}

function RadioFields({ country, devices, form }: RadioFieldsProps) {
  const { baseId, channel, clientIds } = form.values;
  const [isSurveying, setIsSurveying] = useState(false);
  const ends = [baseId, ...clientIds].flatMap((id) => devices.find((device) => device.id === id) ?? []);
  const radio = (devices.find(({ id }) => id === baseId) ?? devices[0])?.radio;
  const band = radio?.band ?? '5G';
  const channels = listCountryChannels(band, country);
  const widths = listWidths(band, channel === 'auto' ? 'auto' : Number(channel), country).filter(
    (width) => width <= 80,
  );
  const number = { allowDecimal: false, clampBehavior: 'none', hideControls: true } as const;
  return (
    <FieldSet>
      <FieldRow>
        <NumberField
          label="Distance (m)"
          description="To the farthest client"
          {...number}
          {...form.getInputProps('distanceMetres')}
        />
        <NumberField
          label="Power (dBm)"
          description={radio ? `Empty: automatic, up to ${radio.maxPowerDbm}` : 'Empty: automatic'}
          {...number}
          {...form.getInputProps('powerDbm')}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          label="Channel"
          allowDeselect={false}
          data={[{ value: 'auto', label: 'Automatic' }, ...channels.map(String)]}
          {...form.getInputProps('channel')}
        />
        <SelectField
          label="Width"
          allowDeselect={false}
          data={[
            { value: 'auto', label: 'Automatic' },
            ...widths.map((width) => ({ value: String(width), label: `${width} MHz` })),
          ]}
          {...form.getInputProps('widthMhz')}
        />
      </FieldRow>
      <div>
        <GatedButton
          can={ends.length > 0 ? ALLOWED : deny(NO_BRIDGES)}
          size="compact-sm"
          variant="default"
          onClick={() => setIsSurveying(true)}
        >
          Survey channels
        </GatedButton>
        {ends.length === 0 && <p className="mut above">{NO_BRIDGES}</p>}
      </div>
      {isSurveying && (
        <Suspense>
          <ChannelSurvey
            ends={ends}
            channels={channels}
            width={getWidthMhz(toLink(form.values))}
            ssid={form.values.ssid}
            onChoose={(next) => {
              form.setFieldValue('channel', String(next));
              setIsSurveying(false);
            }}
            onClose={() => setIsSurveying(false)}
          />
        </Suspense>
      )}
    </FieldSet>
  );
}

function AccessFields({ form }: Form) {
  const { config } = useNetworkDraft();
  const { carriesAll } = form.values;
  return (
    <FieldSet>
      <ChoiceField
        label="VLANs across the link"
        value={carriesAll ? 'all' : 'some'}
        onChange={(next) => form.setValues({ carriesAll: next === 'all' })}
        data={[
          { value: 'all', label: 'All VLANs' },
          { value: 'some', label: 'Selected VLANs' },
        ]}
      />
      {!carriesAll && (
        <MultiSelectField
          label="VLANs"
          description="Untagged traffic always passes"
          data={config.vlans.map(({ id, name }) => ({ value: String(id), label: `${id} ${name}` }))}
          {...form.getInputProps('vlans')}
        />
      )}
      <NumberField
        label="Maximum client bridges"
        description="Bridges that the base accepts"
        allowDecimal={false}
        clampBehavior="none"
        hideControls
        {...form.getInputProps('maxClients')}
      />
      <SwitchField
        label="Accept only these bridges"
        description="Base and clients accept each other by MAC address"
        {...form.getInputProps('peerLock', { type: 'checkbox' })}
      />
    </FieldSet>
  );
}

/** Returns a random id, so that a new link never inherits the history of a removed one. */
const newLinkId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

interface LinkPlanNoteProps {
  readonly link: BridgeLink;
  readonly devices: readonly BridgeDevice[];
}

/** Shows the expected figures of a link with these settings, before it is applied. */
function LinkPlanNote({ devices, link }: LinkPlanNoteProps) {
  if (!(link.distanceMetres > 0)) return null;
  const { clearanceMetres, expectedDbm, marginDb } = planLink(link, devices);
  return (
    <>
      <p className="mut above">
        {expectedDbm !== undefined &&
          `Expected signal with exactly aligned antennas: ${formatDbm(expectedDbm)}. `}
        Keep {clearanceMetres.toFixed(1)} m around the line of sight free of trees and buildings.
      </p>
      {marginDb !== undefined && marginDb < LINK_MARGIN_DB && (
        <Notice tone="warning">
          Only {Math.round(marginDb)} dB above the minimum. Rain can interrupt the link: {LINK_MARGIN_DB} dB
          are needed. Use more power or a narrower channel.
        </Notice>
      )}
    </>
  );
}
