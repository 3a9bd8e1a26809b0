import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { createQuery } from '../../kit/api/index.ts';
import { SIGN_IN_PATHS } from '../../paths.ts';
import classes from './tour.module.css';
import { TOUR_STOPS } from './tour-stops.ts';
import { tour } from './tour-store.ts';

/** Strip of the guided tour above the page; each stop opens its page. */
export function Tour({ index }: { readonly index: number }) {
  const navigate = useNavigate();
  const params = { projectId: DEMO_WLAN_PROJECT };
  const { data: devices } = useQuery(createQuery('deviceList', { params }));
  const pathname = useLocation({ select: (location) => location.pathname });
  const stop = TOUR_STOPS[index];
  if (!stop) return null;
  const isHere = pathname === stop.to;
  const goTo = (next: number) => () => {
    const target = TOUR_STOPS[next];
    if (!target) return;
    tour.goTo(next);
    void navigate({ to: target.to, search: target.search(devices?.items ?? []) });
  };
  const isLast = index === TOUR_STOPS.length - 1;
  return (
    <section className={classes['tour']} aria-label="Tour of the demo">
      <div className={classes['text']} aria-live="polite">
        <h2>
          <span className={classes['count']}>
            {index + 1} of {TOUR_STOPS.length}
          </span>
          {stop.title}
        </h2>
        <p>{stop.text}</p>
      </div>
      <div className={classes['actions']}>
        <Button variant="default" disabled={index === 0} onClick={goTo(index - 1)}>
          Back
        </Button>
        {!isHere ? (
          <Button onClick={goTo(index)}>Open this page</Button>
        ) : isLast ? (
          <Button component="a" href={SIGN_IN_PATHS.signUp} onClick={tour.end}>
            Sign up
          </Button>
        ) : (
          <Button onClick={goTo(index + 1)}>Next stop</Button>
        )}
        <CloseButton aria-label="End tour" title="End tour" onClick={tour.end} />
      </div>
    </section>
  );
}
