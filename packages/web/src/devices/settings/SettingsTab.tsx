import {
  type Device,
  type DeviceDetail,
  type DeviceSettings,
  listGatewayAddresses,
} from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { type ApiForm, useApiForm } from '../../kit/form/index.ts';
import { EditOnly, ReadOnlyReason, ReadOnlyScope } from '../../kit/form/read-only.tsx';
import { PanelFoot, Section } from '../../kit/page/index.ts';
import { LagFields } from './LagFields.tsx';
import { ManagementFields } from './ManagementFields.tsx';
import { MeshFields } from './MeshFields.tsx';
import { MirrorFields } from './MirrorFields.tsx';
import { findSettingsErrors, type SettingsValues, toSettings, toSettingsValues } from './settings-values.ts';
import { listSettingsParts } from './settings-parts.ts';
import { SpanningTreeFields } from './SpanningTreeFields.tsx';
import { useMeshScope } from './use-mesh-scope.ts';
import { type OwnSettings, useSettings } from './use-settings.ts';

interface SettingsTabProps {
  readonly device: Device;
  readonly detail: DeviceDetail;
}

const FIELDS = {
  'spanning-tree': SpanningTreeFields,
  mirror: MirrorFields,
  lag: LagFields,
  'management-ip': ManagementFields,
  mesh: MeshFields,
};

/** Settings of a single device, without those of its ports, as far as its model supports them. */
export function SettingsTab({ device, detail }: SettingsTabProps) {
  const own = useSettings(device, detail.capabilities);
  if (!own) return <Skeleton height={120} mt="md" />;
  return (
    <ReadOnlyScope can={own.can}>
      <ReadOnlyReason />
      <SettingsForm device={device} caps={detail.capabilities} own={own} />
    </ReadOnlyScope>
  );
}

interface SettingsFormProps {
  readonly device: Device;
  readonly caps: Capabilities;
  readonly own: OwnSettings;
}

function SettingsForm({ device, caps, own }: SettingsFormProps) {
  const { id } = useProject();
  const network = useQuery(createQuery('networkConfigGet', { params: { projectId: id } }));
  const mesh = useMeshScope(device);
  const lanAddresses = network.data ? listGatewayAddresses(network.data.config) : [];
  const { form, onSubmit }: ApiForm<SettingsValues> = useApiForm<SettingsValues>({
    initialValues: toSettingsValues(own.settings),
    validate: (values) => findSettingsErrors(values, toNext(values), { caps, lanAddresses, mesh }),
    onSubmit: async (values) => {
      const next = toNext(values);
      own.stage(next);
      load(next);
    },
  });
  const toNext = (values: SettingsValues): DeviceSettings =>
    toSettings(values, own.settings, (...fields) => fields.some((field) => form.isDirty(field)));
  const load = (settings: DeviceSettings): void => {
    const values = toSettingsValues(settings);
    form.setInitialValues(values);
    form.setValues(values);
  };
  // Discarded changes leave the form; edits that are not in the draft yet stay.
  const onSettings = useEffectEvent((settings: DeviceSettings) => {
    if (!form.isDirty()) load(settings);
  });
  useEffect(() => onSettings(own.settings), [own.settings]);
  return (
    <form onSubmit={onSubmit} noValidate>
      {listSettingsParts(caps.features, device.role).map(({ feature, title }) => {
        const Fields = FIELDS[feature];
        return (
          <Section key={feature} title={title}>
            <Fields device={device} caps={caps} own={own} form={form} mesh={mesh} />
          </Section>
        );
      })}
      <EditOnly>
        <PanelFoot isRaised={own.changes.length > 0}>
          <GatedButton can={own.can} type="submit" disabled={!form.isDirty()}>
            Add to draft
          </GatedButton>
        </PanelFoot>
      </EditOnly>
    </form>
  );
}
