import type { Project } from '@northlight/contract';
import IconBox from '@tabler/icons-react/dist/esm/icons/IconBox.mjs';
import { Link } from '@tanstack/react-router';
import { formatTime } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import classes from './shell.module.css';

/** Note on each page of a sandbox, so that no one takes it for the real project. */
export function SandboxBanner({ project }: { readonly project: Project }) {
  const { expiresAt, sandboxOf, timeZone } = project;
  if (!sandboxOf) return null;
  return (
    <aside className={`row fixed gap-8 accent ${classes['banner']}`} aria-label="Sandbox">
      <IconBox size={15} aria-hidden />
      <span className={`shrink-x ${classes['bannerText']}`}>
        Sandbox of {sandboxOf.name}.{' '}
        <span className={classes['bannerDetail']}>
          Its devices are simulated, and nothing real depends on it.
          {expiresAt !== undefined && <> It ends on {formatTime(expiresAt, timeZone).slice(0, 16)}. </>}
        </span>
        <Link to={PATHS.sandbox} search={{}}>
          Faults and changes
        </Link>
      </span>
    </aside>
  );
}
