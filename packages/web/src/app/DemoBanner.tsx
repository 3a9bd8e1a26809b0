import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { SIGN_IN_PATHS } from '../paths.ts';
import classes from './shell.module.css';

export function DemoBanner() {
  return (
    <aside className={classes['banner']} aria-label="Live demo">
      <IconEye size={15} aria-hidden />
      <span>
        This is the live demo. Its sites are simulated, and you cannot change them.{' '}
        <a href={SIGN_IN_PATHS.signUp}>Sign up</a> to manage your own devices.
      </span>
    </aside>
  );
}
