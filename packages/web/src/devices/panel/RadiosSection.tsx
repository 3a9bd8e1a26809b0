import { type Device, type DeviceDetail, formatBand } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { Facts } from '../../ui/Facts.tsx';
import { MetricValue } from '../MetricValue.tsx';
import { hasStaleData } from '../stale-data.ts';
import { describeAir } from './describe-air.ts';

type Radio = DeviceDetail['radios'][number];

/** Reported channel, clients, SSIDs and air of each radio; nothing for a device without radios. */
export function RadiosSection({ device }: { readonly device: Device }) {
  const { id: projectId, timeZone } = useProject();
  const { data } = useQuery(createQuery('deviceGet', { params: { projectId, deviceId: device.id } }));
  if (!data || data.radios.length === 0) return null;
  const formatAir = (text: string) => (
    <MetricValue text={text} stale={hasStaleData(device)} at={data.radiosAt} timeZone={timeZone} />
  );
  return (
    <Section title="Radios">
      <Facts
        items={data.radios.map((radio) => ({
          label: formatBand(radio.band),
          value: (
            <>
              <RadioState radio={radio} />
              {describeAir(radio).map((text) => (
                <div key={text}>{formatAir(text)}</div>
              ))}
            </>
          ),
        }))}
      />
    </Section>
  );
}

function RadioState({
  radio: { channel, clients = 0, ssids = [], up, widthMhz },
}: {
  readonly radio: Radio;
}) {
  if (up === undefined) return <span className="mut">No report yet</span>;
  if (!up) return <span className="mut">Off, no SSID</span>;
  const frequency = [
    ...(channel === undefined ? [] : [`Channel ${channel}`]),
    ...(widthMhz === undefined ? [] : [`${widthMhz} MHz`]),
    formatPlural(clients, 'client'),
  ].join(', ');
  return (
    <>
      {frequency}
      {ssids.length > 0 && <div className="mut">{ssids.join(', ')}</div>}
    </>
  );
}
