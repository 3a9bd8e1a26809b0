import { formatDays, type RecorderChannel } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../app/shell-context.tsx';
import { formatDuration, formatRate, formatShortTime } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { Facts } from '../../ui/Facts.tsx';
import { NBSP, SCHEDULE_LABELS } from './recorder-labels.ts';

/** Channels of a recorder: camera, state, stream, and the recordings that are held. */
export function ChannelList({ channels }: { readonly channels: readonly RecorderChannel[] }) {
  if (channels.length === 0) return <p className="mut">Cameras that the recorder records appear here.</p>;
  return (
    <Facts
      items={channels.map((channel) => ({
        label: `Channel ${channel.number}`,
        value: (
          <>
            <CameraName channel={channel} />
            <ChannelState channel={channel} />
            <div className="mut">{describeStream(channel)}</div>
          </>
        ),
      }))}
    />
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

function ChannelState({ channel }: { readonly channel: RecorderChannel }) {
  const { timeZone } = useProject();
  const { due, gaps, heldDays, online, promisedDays, recordedPercent, recording } = channel;
  const [gap] = gaps;
  const held = [
    ...(heldDays === undefined
      ? []
      : [
          `${formatDays(heldDays)} held${promisedDays === undefined ? '' : ` of ${formatDays(promisedDays)} promised`}`,
        ]),
    ...(recordedPercent === undefined ? [] : [`${formatPercent(recordedPercent)} of the last 24${NBSP}h`]),
  ];
  return (
    <>
      <div>
        {recording || (online && !due) ? (
          describeRecording(channel)
        ) : (
          <span className="warn">{online ? 'Not recording' : 'Camera offline'}</span>
        )}
        {held.length > 0 && `, ${held.join(', ')}`}
      </div>
      {gap && (
        <div>
          Last gap {formatDuration(gap.seconds)}, until {formatShortTime(gap.endedAt, timeZone)}
        </div>
      )}
    </>
  );
}

/** Describes a channel that records as its schedule demands. */
const describeRecording = ({ recording, schedule }: RecorderChannel): string => {
  const plan = schedule === undefined || schedule === 'continuous' ? '' : ` (${SCHEDULE_LABELS[schedule]})`;
  return `${recording ? 'Recording' : 'Waiting'}${plan}`;
};

const describeStream = ({ stream }: RecorderChannel): string =>
  stream === undefined
    ? 'No stream'
    : `${stream.codec}, ${stream.width}×${stream.height}, ${Math.round(stream.framesPerSecond)} fps, ${formatRate(stream.kbps)}`;

/** A share that is not whole is never shown as 100%. */
const formatPercent = (percent: number): string =>
  `${percent >= 99.95 ? 100 : Math.min(99.9, Math.floor(percent * 10) / 10)}%`;
