import type { Device, DeviceDetail } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { ReadOnlyReason, ReadOnlyScope } from '../../kit/form/read-only.tsx';
import { Section } from '../../kit/page/index.ts';
import { LagSection } from './LagSection.tsx';
import { ManagementForm } from './ManagementForm.tsx';
import { MirrorForm } from './MirrorForm.tsx';
import { SpanningTreeForm } from './SpanningTreeForm.tsx';
import classes from './settings.module.css';
import { useSettings } from './use-settings.ts';

interface SettingsTabProps {
  readonly device: Device;
  readonly detail: DeviceDetail;
}

/** Settings of a single device, without those of its ports, as far as its model supports them. */
export function SettingsTab({ device, detail }: SettingsTabProps) {
  const own = useSettings(device, detail.capabilities);
  if (!own) return <Skeleton height={120} mt="md" />;
  const caps = detail.capabilities;
  const parts = [
    ['spanning-tree', 'Spanning tree', <SpanningTreeForm key="stp" caps={caps} own={own} />],
    ['mirror', 'Port mirroring', <MirrorForm key="mirror" caps={caps} own={own} />],
    ['lag', 'Link aggregation', <LagSection key="lag" caps={caps} own={own} />],
    ['management-ip', 'Management IP', <ManagementForm key="ip" caps={caps} own={own} />],
  ] as const;
  const offered = parts.filter(([feature]) => caps.features.includes(feature));
  if (offered.length === 0)
    return <p className={classes['portFacts']}>This model has no device-specific settings.</p>;
  return (
    <ReadOnlyScope can={own.can}>
      <ReadOnlyReason />
      {offered.map(([feature, title, form]) => (
        <Section key={feature} title={title}>
          {form}
        </Section>
      ))}
    </ReadOnlyScope>
  );
}
