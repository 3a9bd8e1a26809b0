import {
  describeRadarBan,
  type DeviceDetail,
  formatBand,
  type RadioSetting,
  type WirelessDevice,
} from '@northlight/contract';
import { ABSENT, formatCount, formatHour } from '../../kit/format/index.ts';
import tableClasses from '../../ui/choice-table.module.css';

type Report = DeviceDetail['radios'][number];

interface RadioTableProps {
  readonly radios: WirelessDevice['radios'];
  /** Radios as the device reported them. */
  readonly reports: readonly Report[];
  /** Settings of the radios by their ids. */
  readonly settings: ReadonlyMap<string, RadioSetting>;
  readonly timeZone: string;
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** Table of the radios of a device with their reported state. A click on a row opens its settings. */
export function RadioTable({ onOpen, openId, radios, reports, settings, timeZone }: RadioTableProps) {
  return (
    <table className={tableClasses['table']}>
      <thead>
        <tr>
          <th scope="col">Radio</th>
          <th scope="col">State</th>
          <th scope="col">Channel</th>
          <th scope="col" className={tableClasses['figure']}>
            Power
          </th>
          <th scope="col" className={tableClasses['figure']}>
            Clients
          </th>
        </tr>
      </thead>
      <tbody>
        {radios.map(({ band, id }) => {
          const report = reports.find((each) => each.id === id);
          const isOpen = id === openId;
          const setting = settings.get(id);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the button in the row has the keys
            <tr key={id} data-opens data-selected={isOpen || undefined} onClick={() => onOpen(id)}>
              <th scope="row">
                <button type="button" aria-label={`Show radio ${formatBand(band)}`} aria-pressed={isOpen}>
                  {formatBand(band)}
                </button>
              </th>
              <td>{formatState(report)}</td>
              <td>
                {formatChannel(report)}
                {setting?.planned && <div className="mut small">by RF optimization</div>}
                {report?.radarBans?.map((ban) => (
                  <div key={ban.channels.join()} className="warn small">
                    {describeRadarBan(ban, formatHour(ban.until, timeZone), {
                      setting,
                      channel: report.channel,
                    })}
                  </div>
                ))}
              </td>
              <td className={tableClasses['figure']}>
                {report?.powerDbm === undefined ? ABSENT : `${report.powerDbm} dBm`}
              </td>
              <td className={tableClasses['figure']}>{formatCount(report?.clients)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function formatState(report: Report | undefined): string {
  if (report?.up === undefined) return ABSENT;
  return report.up ? 'Broadcasting' : 'Off';
}

function formatChannel(report: Report | undefined): string {
  if (report?.channel === undefined) return ABSENT;
  return report.widthMhz === undefined ? String(report.channel) : `${report.channel}, ${report.widthMhz} MHz`;
}
