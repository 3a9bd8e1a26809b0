import { Button } from '@mantine/core';
import {
  type DeviceDetail,
  formatBand,
  formatCountryName,
  listCountries,
  STALE_AFTER_MS,
  type WirelessDevice,
} from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { FieldRow } from '../../kit/form/FieldSet.tsx';
import { SelectField, SwitchField } from '../../kit/form/fields.tsx';
import { ReadOnlyReason } from '../../kit/form/read-only.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { Age, formatPlural, useNow } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { NetworkDraftProvider, useNetworkDraft } from '../../draft/index.ts';
import { PATHS } from '../../paths.ts';
import { Facts } from '../../ui/Facts.tsx';
import {
  listChannelChoices,
  getOwnCountry,
  listPowerChoices,
  findRadio,
  narrowWidth,
  listWidthChoices,
  replaceCountry,
  replaceRadio,
} from './radio-values.ts';
import { RadioTable } from './RadioTable.tsx';

/** Lists the radios of one device with their reported state and their settings in the draft. */
export function RadiosTab({ detail }: { readonly detail: DeviceDetail }) {
  return (
    <NetworkDraftProvider>
      <Radios detail={detail} />
    </NetworkDraftProvider>
  );
}

const PROJECT = 'project';

function Radios({ detail }: { readonly detail: DeviceDetail }) {
  const { changes, config, scope, update } = useNetworkDraft();
  const { timeZone } = useProject();
  const now = useNow();
  const [openId, setOpenId] = useState<string>();
  const device = scope.wireless.devices.find(({ id }) => id === detail.id);
  const open = device?.radios.find(({ id }) => id === openId) ?? device?.radios[0];
  const settings = new Map(device?.radios.map(({ id }) => [id, findRadio(config, device.id, id)] as const));
  const isStale = detail.radiosAt !== undefined && now - Date.parse(detail.radiosAt) > STALE_AFTER_MS;
  if (!device) return <p className="mut above">This device has no configurable radios.</p>;
  return (
    <>
      <ReadOnlyReason />
      <Section title="Country">
        <CountryField
          device={device}
          project={scope.wireless.country}
          value={getOwnCountry(config, device.id)}
          onChange={(country) => update(replaceCountry(config, device.id, country))}
        />
      </Section>
      <Section
        title="Radios"
        aside={
          <span className={isStale ? 'warn' : 'mut'}>
            {isStale && 'Stale, '}
            <Age at={detail.radiosAt} timeZone={timeZone} verb="reported" />
          </span>
        }
      >
        <RadioTable
          radios={device.radios}
          reports={detail.radios}
          settings={settings}
          timeZone={timeZone}
          openId={open?.id}
          onOpen={setOpenId}
        />
      </Section>
      {open && <RadioSection key={open.id} device={device} radio={open} detail={detail} />}
      {changes.length > 0 && (
        <div className="row between gap-8 callout above">
          <span>{formatPlural(changes.length, 'change')} staged</span>
          <Button
            variant="default"
            renderRoot={(props) => <Link to={PATHS.wireless} search={{ dialog: 'review' }} {...props} />}
          >
            Review changes
          </Button>
        </div>
      )}
    </>
  );
}

interface CountryFieldProps {
  readonly device: WirelessDevice;
  readonly project: string | undefined;
  readonly value: string | undefined;
  readonly onChange: (country: string | undefined) => void;
}

function CountryField({ device, onChange, project, value }: CountryFieldProps) {
  const data = useMemo(() => {
    const names = listCountries(device).map((code) => ({ value: code, label: formatCountryName(code) }));
    names.sort((one, other) => one.label.localeCompare(other.label));
    const inherited = project === undefined ? 'Factory default' : `Project: ${formatCountryName(project)}`;
    return [{ value: PROJECT, label: inherited }, ...names];
  }, [device, project]);
  return (
    <SelectField
      aria-label="Country"
      description="Determines the allowed channels"
      searchable
      allowDeselect={false}
      data={data}
      value={value ?? PROJECT}
      onChange={(next) => onChange(next === null || next === PROJECT ? undefined : next)}
    />
  );
}

interface RadioSectionProps {
  readonly device: WirelessDevice;
  readonly radio: WirelessDevice['radios'][number];
  readonly detail: DeviceDetail;
}

function RadioSection({ detail, device, radio }: RadioSectionProps) {
  const { config, scope, update } = useNetworkDraft();
  const setting = findRadio(config, device.id, radio.id);
  const ssids = detail.radios.find(({ id }) => id === radio.id)?.ssids ?? [];
  const set = (part: Partial<typeof setting>): void =>
    update(replaceRadio(config, narrowWidth(radio, { ...setting, ...part }, config, scope)));
  const numberOrAuto = (text: string | null) => (text === null || text === 'auto' ? 'auto' : Number(text));
  return (
    <Section title={`Radio ${formatBand(radio.band)}`}>
      <div className="grid gap-10">
        <SwitchField
          label="Radio on"
          checked={!setting.off}
          onChange={({ currentTarget }) => {
            const { off: _off, ...others } = setting;
            update(replaceRadio(config, { ...others, ...(!currentTarget.checked && { off: true }) }));
          }}
        />
        {ssids.length > 0 && <Facts items={[{ label: 'SSIDs', value: ssids.join(', ') }]} />}
        <FieldRow>
          <SelectField
            allowDeselect={false}
            label="Channel"
            searchable
            data={listChannelChoices(radio, setting, config, scope)}
            value={String(setting.channel)}
            onChange={(next) => set({ channel: numberOrAuto(next) })}
          />
          <SelectField
            allowDeselect={false}
            label="Width"
            data={listWidthChoices(radio, setting, config, scope)}
            value={String(setting.widthMhz)}
            onChange={(next) => set({ widthMhz: numberOrAuto(next) as typeof setting.widthMhz })}
          />
        </FieldRow>
        {setting.planned && (
          <p className="mut small">
            <Link to={PATHS.rf} className="plain">
              RF optimization
            </Link>{' '}
            has chosen channel and width. Later plans keep values that you set here.
          </p>
        )}
        <SelectField
          allowDeselect={false}
          label="Power"
          description={`This radio supports up to ${radio.maxPowerDbm} dBm`}
          data={listPowerChoices(radio)}
          value={String(setting.powerDbm)}
          onChange={(next) => set({ powerDbm: numberOrAuto(next) })}
        />
      </div>
    </Section>
  );
}
