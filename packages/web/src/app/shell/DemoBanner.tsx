import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useNavigate } from '@tanstack/react-router';
import { SIGN_IN_PATHS } from '../../paths.ts';
import classes from './shell.module.css';
import { Tour } from '../tour/Tour.tsx';
import { TOUR_STOPS } from '../tour/tour-stops.ts';
import { tour, useTourStop } from '../tour/tour-store.ts';

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
    <aside className={`flex fixed ${classes['demo']}`} aria-label="Live demo" data-demo-note>
      <div className={`row fixed gap-8 accent ${classes['banner']}`}>
        <IconEye size={15} aria-hidden />
        <span className={`shrink-x ${classes['bannerText']}`}>
          <span className={classes['bannerDetail']}>This is the </span>
          <span className={classes['bannerStart']}>live demo.</span>{' '}
          <span className={classes['bannerDetail']}>You cannot change its sites. </span>
          <a href={SIGN_IN_PATHS.signUp}>Sign up</a>
          <span className={classes['bannerDetail']}> to create your own demo or to manage your devices.</span>
        </span>
        {stop === undefined && (
          <button type="button" onClick={start}>
            Take the tour
          </button>
        )}
      </div>
      {stop !== undefined && <Tour index={stop} />}
    </aside>
  );
}
