import { type Device, type DeviceDetail, formatBand } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { type Fact, Facts } from '../../ui/Facts.tsx';

/** Reported channel, clients and SSIDs of each radio; nothing for a device without radios. */
export function RadiosSection({ device }: { readonly device: Device }) {
  const { id: projectId } = useProject();
  const { data } = useQuery(createQuery('deviceGet', { params: { projectId, deviceId: device.id } }));
  if (!data || data.radios.length === 0) return null;
  return (
    <Section title="Radios">
      <Facts items={data.radios.map(toFact)} />
    </Section>
  );
}

function toFact({
  band,
  channel,
  clients = 0,
  ssids = [],
  up,
  widthMhz,
}: DeviceDetail['radios'][number]): Fact {
  const label = formatBand(band);
  if (up === undefined) return { label, value: <span className="mut">No report yet</span> };
  if (!up) return { label, value: <span className="mut">Off, no SSID</span> };
  const frequency = [
    ...(channel === undefined ? [] : [`Channel ${channel}`]),
    ...(widthMhz === undefined ? [] : [`${widthMhz} MHz`]),
    formatPlural(clients, 'client'),
  ].join(', ');
  return {
    label,
    value: (
      <>
        {frequency}
        {ssids.length > 0 && <div className="mut">{ssids.join(', ')}</div>}
      </>
    ),
  };
}
