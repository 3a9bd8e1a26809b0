import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SIGN_IN_PATHS } from '../paths.ts';
import classes from './shell.module.css';
import { TOUR_STOPS } from './tour/tour-stops.ts';
import { tour, useTourStop } from './tour/tour-store.ts';

const Tour = lazy(async () => ({ default: (await import('./tour/Tour.tsx')).Tour }));

/** Note of the live demo with the guided tour, which a visitor can end and start again. */
export function DemoBanner() {
  const navigate = useNavigate();
  const stop = useTourStop();
  const start = () => {
    const [first] = TOUR_STOPS;
    tour.goTo(0);
    if (first) void navigate({ to: first.to, search: first.search([]) });
  };
  return (
    <>
      <aside className={classes['banner']} aria-label="Live demo">
        <IconEye size={15} aria-hidden />
        <span>
          This is the live demo.{' '}
          <span className={classes['bannerDetail']}>
            Its sites are simulated, and you cannot change them.{' '}
          </span>
          <a href={SIGN_IN_PATHS.signUp}>Sign up</a>
          <span className={classes['bannerDetail']}> to manage your own devices.</span>
        </span>
        {stop === undefined && (
          <button type="button" onClick={start}>
            Take the tour
          </button>
        )}
      </aside>
      {stop !== undefined && (
        <Suspense>
          <Tour index={stop} />
        </Suspense>
      )}
    </>
  );
}
