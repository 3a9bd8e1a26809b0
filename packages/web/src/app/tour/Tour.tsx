import { DEMO_WLAN_PROJECT, type Device } from '@northlight/contract';
import { Button, CloseButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { createQuery } from '../../kit/api/index.ts';
import { SIGN_IN_PATHS } from '../../paths.ts';
import classes from './tour.module.css';
import { TOUR_STOPS } from './tour-stops.ts';
import { tour } from './tour-store.ts';

/** Strip of the guided tour above the page, on other pages than the stop one line; each stop opens its page. */
export function Tour({ index }: { readonly index: number }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const pathname = useLocation({ select: (location) => location.pathname });
  const stop = TOUR_STOPS[index];
  if (!stop) return null;
  const isHere = pathname === stop.to;
  // Loads the devices for the stops that open one, not for every page that a visitor sees.
  const findDevices = async (): Promise<readonly Device[]> => {
    const list = createQuery('deviceList', { params: { projectId: DEMO_WLAN_PROJECT } });
    return cache.ensureQueryData(list).then(
      ({ items }) => items,
      () => [],
    );
  };
  const open = async (next: number): Promise<void> => {
    const target = TOUR_STOPS[next];
    if (!target) return;
    const search = target.opensDevice ? target.search(await findDevices()) : target.search([]);
    tour.goTo(next);
    await navigate({ to: target.to, search });
  };
  const goTo = (next: number) => () => void open(next);
  const isLast = index === TOUR_STOPS.length - 1;
  return (
    <section
      className={`grid align-centre ${classes['tour']}`}
      aria-label="Tour of the demo"
      data-here={isHere || undefined}
    >
      <div className={classes['text']} aria-live="polite">
        <h2>
          <span className="accent small strong nowrap">
            Tour, {index + 1} of {TOUR_STOPS.length}
          </span>
          <span className={classes['title']}>{stop.title}</span>
        </h2>
        <p>{stop.text}</p>
      </div>
      <div className="row gap-8">
        {index > 0 && (
          <Button variant="default" size="compact-sm" onClick={goTo(index - 1)}>
            Back
          </Button>
        )}
        {!isHere ? (
          <Button size="compact-sm" className={classes['go'] ?? ''} onClick={goTo(index)}>
            <span className={classes['open']}>Open this page</span>
            <span className={classes['openPhone']}>Continue tour</span>
          </Button>
        ) : isLast ? (
          <Button component="a" size="compact-sm" href={SIGN_IN_PATHS.signUp} onClick={tour.end}>
            Sign up
          </Button>
        ) : (
          <Button size="compact-sm" onClick={goTo(index + 1)}>
            Next stop
          </Button>
        )}
        <CloseButton aria-label="End tour" title="End tour" onClick={tour.end} />
      </div>
    </section>
  );
}
