import type { RecorderChannel } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../app/shell-context.tsx';
import { ABSENT, formatDuration, formatRate, formatTime } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { formatDays } from './recorder-labels.ts';

/** Channels of a recorder: camera, state, stream, and the recordings that are held. */
export function ChannelTable({ channels }: { readonly channels: readonly RecorderChannel[] }) {
  if (channels.length === 0) return <p className="mut">Cameras that the recorder records appear here.</p>;
  return (
    <table className="figures lined">
      <thead>
        <tr>
          <th scope="col">Channel</th>
          <th scope="col">State</th>
          <th scope="col">Held</th>
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <tr key={channel.number}>
            <td>
              {channel.number} <CameraName channel={channel} />
              <div className="mut">{describeStream(channel)}</div>
            </td>
            <td>
              <ChannelState channel={channel} />
            </td>
            <td>
              {channel.heldDays === undefined ? ABSENT : formatDays(channel.heldDays)}
              {channel.recordedPercent !== undefined && (
                <div className="mut">{formatPercent(channel.recordedPercent)} of 24 h</div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CameraName({ channel: { camera, name } }: { readonly channel: RecorderChannel }) {
  if (!camera) return <>{name ?? <span className="mut">No camera</span>}</>;
  if (!('id' in camera)) return <>{name ?? <span className="mono">{camera.mac}</span>}</>;
  return (
    <Link to={PATHS.devices} search={{ open: camera.id }} className="plain">
      {camera.name}
    </Link>
  );
}

function ChannelState({ channel: { gaps, online, recording } }: { readonly channel: RecorderChannel }) {
  const { timeZone } = useProject();
  const [gap] = gaps;
  return (
    <>
      {recording ? 'Recording' : <span className="warn">{online ? 'Not recording' : 'Camera offline'}</span>}
      {gap && (
        <div className="mut" title={`Ended ${formatTime(gap.endedAt, timeZone)}`}>
          Last gap {formatDuration(gap.seconds)}
        </div>
      )}
    </>
  );
}

const describeStream = ({ stream }: RecorderChannel): string =>
  stream === undefined
    ? 'No stream'
    : `${stream.codec}, ${stream.width}×${stream.height}, ${Math.round(stream.framesPerSecond)} fps, ${formatRate(stream.kbps)}`;

/** A share that is not whole is never shown as 100%. */
const formatPercent = (percent: number): string =>
  `${percent >= 99.95 ? 100 : Math.min(99.9, Math.floor(percent * 10) / 10)}%`;
