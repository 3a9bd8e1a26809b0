import type { CameraPicture as Picture, Device, Job } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { call, createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { Age, formatTime } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { toRun } from '../tools/use-diagnostics.ts';
import classes from './camera.module.css';

/** Pictures of events that the panel shows; the log has all of them. */
const EVENTS_SHOWN = 6;

/** The newest picture of a camera, and those of its last events. */
export function CameraPicture({ device }: { readonly device: Device }) {
  const { id: projectId, timeZone } = useProject();
  const { data, error } = useQuery(
    createQuery('cameraPictureList', { params: { projectId, deviceId: device.id } }),
  );
  const taking = useTakePicture(device);
  if (error)
    return (
      <Section title="Picture">
        <p className="mut">{toErrorSentence(error)}</p>
      </Section>
    );
  if (!data) return null;
  const { can, events, newest } = data;
  return (
    <Section
      title="Picture"
      aside={
        newest && (
          <span className="mut">
            <Age at={newest.takenAt} timeZone={timeZone} verb="taken" />
          </span>
        )
      }
    >
      {newest ? (
        <a href={newest.url} target="_blank" rel="noreferrer" className={classes['picture']}>
          <img src={newest.url} alt={device.name} width={newest.widthPx} height={newest.heightPx} />
        </a>
      ) : (
        <p className="mut">The camera has not sent a picture yet.</p>
      )}
      <GatedButton
        can={can.take}
        variant="default"
        size="compact-sm"
        mt={8}
        loading={taking.isRunning}
        onClick={() => void taking.start()}
      >
        Take a picture now
      </GatedButton>
      {taking.failure !== undefined && <p className="err">{taking.failure}</p>}
      {events.length > 0 && <EventPictures events={events.slice(0, EVENTS_SHOWN)} timeZone={timeZone} />}
    </Section>
  );
}

function EventPictures({
  events,
  timeZone,
}: {
  readonly events: readonly Picture[];
  readonly timeZone: string;
}) {
  return (
    <ul className={classes['events']} aria-label="Pictures of events">
      {events.map(({ event = 'Event', id, smallUrl, takenAt, url }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer" title={`${event}, ${formatTime(takenAt, timeZone)}`}>
            <img src={smallUrl} alt={event} loading="lazy" />
          </a>
          <span className="mut">
            <Age at={takenAt} timeZone={timeZone} verb="" />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Asks the camera for a picture. The list of pictures is fetched again when it arrives. */
function useTakePicture({ id: deviceId }: Device) {
  const { id: projectId, timeZone } = useProject();
  const [started, setStarted] = useState<Job | string>();
  const job = typeof started === 'object' ? started : undefined;
  const answer = useQuery({
    ...createQuery('jobGet', { params: { projectId, jobId: job?.id ?? '' } }),
    enabled: job !== undefined,
  });
  const run = job && toRun(answer.data ?? job, deviceId, timeZone);
  return {
    isRunning: run?.isRunning === true,
    failure: typeof started === 'string' ? started : run?.failure,
    start: async (): Promise<void> => {
      try {
        setStarted(await call('cameraPictureTake', { params: { projectId, deviceId } }));
      } catch (error) {
        setStarted(toErrorSentence(error));
      }
    },
  };
}
