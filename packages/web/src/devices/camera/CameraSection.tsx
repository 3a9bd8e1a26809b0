import { type Device, type DeviceDetail, formatDays } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { ABSENT, Age, formatRate } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { formatClockDifference, listTimeSource } from './camera-labels.ts';

/** Streams of a camera, the channels that record it, its clock, and its power. */
export function CameraSection({ device }: { readonly device: Device }) {
  const { id: projectId, timeZone } = useProject();
  const { data } = useQuery(createQuery('deviceGet', { params: { projectId, deviceId: device.id } }));
  if (!data) return null;
  const aside = (
    <span className="mut">
      <Age at={data.cameraAt} timeZone={timeZone} verb="reported" />
    </span>
  );
  return (
    <Section title="Camera" aside={aside}>
      <Facts
        items={[
          ...listStreams(data),
          { label: 'Recorded by', value: <Recorders detail={data} /> },
          { label: 'Clock', value: <Clock detail={data} /> },
          ...listTimeSource(data.camera),
          { label: 'Power', value: <Power device={device} /> },
          ...(data.camera?.hasDefaultPassword === true
            ? [{ label: 'Password', value: <span className="warn">Default password of the maker</span> }]
            : []),
        ]}
      />
    </Section>
  );
}

const listStreams = ({ camera }: DeviceDetail): Fact[] =>
  camera?.streams.map(({ codec, framesPerSecond, height, kbps, name, width }) => ({
    label: `${name} stream`,
    value: `${codec}, ${width}×${height}, ${Math.round(framesPerSecond)} fps, ${formatRate(kbps)}`,
  })) ?? [{ label: 'Streams', value: <span className="mut">Not reported</span> }];

function Recorders({ detail: { recordedBy = [] } }: { readonly detail: DeviceDetail }) {
  if (recordedBy.length === 0) return <span className="mut">No recorder of the project</span>;
  return (
    <>
      {recordedBy.map(({ channel, heldDays, promisedDays, recorder, recording }) => (
        <div key={`${recorder.id} ${channel}`}>
          <Link to={PATHS.devices} search={{ open: recorder.id, tab: 'recording' }}>
            {recorder.name}
          </Link>
          , channel {channel}
          {!recording && <span className="warn">, not recording</span>}
          {heldDays !== undefined && `, ${formatDays(heldDays)} held`}
          {promisedDays !== undefined && ` of ${formatDays(promisedDays)} promised`}
        </div>
      ))}
    </>
  );
}

function Clock({ detail }: { readonly detail: DeviceDetail }) {
  const { clockDifferenceSeconds } = detail;
  if (clockDifferenceSeconds === undefined) return <span className="mut">{ABSENT}</span>;
  const { isWrong, text } = formatClockDifference(clockDifferenceSeconds);
  return <span className={isWrong ? 'warn' : undefined}>{text}</span>;
}

/** Power that the camera draws at the port of its switch. */
function Power({ device: { port, uplink } }: { readonly device: Device }) {
  const { id: projectId } = useProject();
  const { data } = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: uplink?.id ?? '' } }),
    enabled: uplink !== undefined,
  });
  const watts = data?.ports.find(({ id }) => id === port)?.poeWatts;
  if (!uplink || watts === undefined) return <span className="mut">{ABSENT}</span>;
  return (
    <>
      {watts.toFixed(1)} W from{' '}
      <Link
        to={PATHS.devices}
        search={{ open: uplink.id, tab: 'ports', ...(port !== undefined && { ports: port }) }}
      >
        {uplink.name}, port {port}
      </Link>
    </>
  );
}
