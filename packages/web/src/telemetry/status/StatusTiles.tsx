import type { ProjectStatus, SeriesAnswer } from '@northlight/contract';
import { Age, formatBitRate, formatCount } from '../../kit/format/index.ts';
import { Tile, Tiles } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { useProject } from '../../app/current.tsx';
import { findLatestValue } from './latest-value.ts';

interface StatusTilesProps {
  readonly status: ProjectStatus;
  /** Series of the project, whose latest values are the current ones. */
  readonly answer: SeriesAnswer | undefined;
}

export function StatusTiles({ answer, status }: StatusTilesProps) {
  const { clients, devices, uplink } = status;
  const { timeZone } = useProject();
  const down = answer && findLatestValue(answer, 'download');
  const up = answer && findLatestValue(answer, 'upload');
  return (
    <Tiles>
      <Tile
        label="Devices online"
        value={`${formatCount(devices.online)} / ${formatCount(devices.total)}`}
        note={deviceNote(devices)}
        to={PATHS.devices}
      />
      <Tile
        label="Clients now"
        value={formatCount(clients.total)}
        note={`${formatCount(clients.total - clients.wired)} wireless, ${formatCount(clients.wired)} wired`}
        to={PATHS.clients}
      />
      <Tile
        label="Download"
        value={down ? formatBitRate(down.value) : '–'}
        note={down ? <Age at={down.at} timeZone={timeZone} /> : 'no report for 3 min'}
      />
      <Tile
        label="Upload"
        value={up ? formatBitRate(up.value) : '–'}
        note={up ? <Age at={up.at} timeZone={timeZone} /> : 'no report for 3 min'}
      />
      <Tile label="Internet" value={uplinkLabel(uplink)} note={uplinkNote(uplink)} to={PATHS.internet} />
    </Tiles>
  );
}

function deviceNote({ online, total, waiting }: ProjectStatus['devices']): string {
  const offline = total - online - waiting;
  const parts = [
    ...(offline > 0 ? [`${formatCount(offline)} offline`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} never seen`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'all online';
}

function uplinkLabel(uplink: ProjectStatus['uplink']): string {
  if (!uplink) return 'No gateway';
  if (!uplink.online) return 'Gateway offline';
  return uplink.ports.some(({ up }) => up) ? 'Connected' : 'No link';
}

function uplinkNote(uplink: ProjectStatus['uplink']): string {
  if (!uplink) return 'of this project';
  const up = uplink.ports.filter((port) => port.up);
  const links = up.map(({ label, speedMbps }) => (speedMbps ? `${label} ${speedMbps} Mbit/s` : label));
  return links.length > 0 ? `${uplink.device.name}: ${links.join(', ')}` : uplink.device.name;
}
