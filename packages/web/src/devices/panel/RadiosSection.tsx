import {
  describeRadarBan,
  type Device,
  type DeviceDetail,
  formatBand,
  type RfPlanRow,
} from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { formatHour, formatPlural } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { describeTarget, toRadioId, useProposedRows } from '../../rf/index.ts';
import { Facts } from '../../ui/Facts.tsx';
import { MetricValue } from '../MetricValue.tsx';
import { hasStaleData } from '../stale-data.ts';
import { describeAir } from './describe-air.ts';

type Radio = DeviceDetail['radios'][number];

/** Reported channel, clients, SSIDs and air of each radio, with the proposed channel; nothing for a device without radios. */
export function RadiosSection({ device }: { readonly device: Device }) {
  const { id: projectId, timeZone } = useProject();
  const { data } = useQuery(createQuery('deviceGet', { params: { projectId, deviceId: device.id } }));
  const proposals = new Map(useProposedRows().map((row) => [toRadioId(row), row] as const));
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
              {radio.radarBans?.map((ban) => (
                <div key={ban.channels.join()} className="warn">
                  {describeRadarBan(ban, formatHour(ban.until, timeZone))}
                </div>
              ))}
              <Proposal row={proposals.get(toRadioId({ deviceId: device.id, radioId: radio.id }))} />
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

function Proposal({ row }: { readonly row: RfPlanRow | undefined }) {
  if (!row) return null;
  return (
    <div>
      <Link to={PATHS.rf} className="plain">
        RF optimization
      </Link>{' '}
      proposes {describeTarget(row)}
    </div>
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
