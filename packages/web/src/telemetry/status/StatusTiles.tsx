import type { ProjectStatus, SeriesAnswer } from '@northlight/contract';
import { Age, formatBitRate, formatCount } from '../../kit/format/index.ts';
import { Tile, Tiles } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { useProject } from '../../app/current.tsx';
import { nowOf } from './now-of.ts';

interface StatusTilesProps {
  readonly status: ProjectStatus;
  /** Of the project over time; its newest figures are those of now. */
  readonly answer: SeriesAnswer | undefined;
}

export function StatusTiles({ answer, status }: StatusTilesProps) {
  const { clients, devices, uplink } = status;
  const { timeZone } = useProject();
  const down = answer && nowOf(answer, 'download');
  const up = answer && nowOf(answer, 'upload');
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
        note={`${formatCount(clients.total - clients.wired)} on the air, ${formatCount(clients.wired)} wired`}
        to={PATHS.clients}
      />
      <Tile
        label="Download"
        value={down ? formatBitRate(down.value) : '–'}
        note={down ? <Age at={down.at} timeZone={timeZone} /> : 'no figure within three minutes'}
      />
      <Tile
        label="Upload"
        value={up ? formatBitRate(up.value) : '–'}
        note={up ? <Age at={up.at} timeZone={timeZone} /> : 'no figure within three minutes'}
      />
      <Tile label="Internet" value={uplinkWord(uplink)} note={uplinkNote(uplink)} to={PATHS.internet} />
    </Tiles>
  );
}

function deviceNote({ online, total, waiting }: ProjectStatus['devices']): string {
  const offline = total - online - waiting;
  const parts = [
    ...(offline > 0 ? [`${formatCount(offline)} offline`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} not seen yet`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'all online';
}

function uplinkWord(uplink: ProjectStatus['uplink']): string {
  if (!uplink) return 'No gateway';
  if (!uplink.online) return 'Gateway offline';
  return uplink.ports.some(({ up }) => up) ? 'Connected' : 'No link';
}

function uplinkNote(uplink: ProjectStatus['uplink']): string {
  if (!uplink) return 'of this project';
  const up = uplink.ports.filter((port) => port.up);
  const links = up.map(({ label, speedMbps }) => (speedMbps ? `${label} ${speedMbps} Mbps` : label));
  return links.length > 0 ? `${uplink.device.name}: ${links.join(', ')}` : uplink.device.name;
}
