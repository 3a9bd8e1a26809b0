import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AppSearch } from '../url-state.ts';
import classes from './page.module.css';

export function Tiles({ children }: { readonly children: ReactNode }) {
  return <div className={`grid gap-12 ${classes['tiles']}`}>{children}</div>;
}

interface TileProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
  readonly to?: LinkProps['to'];
  /** Search parameters of the linked page. */
  readonly search?: AppSearch;
  /** Colours the tile; the note then names the problem. */
  readonly state?: 'warning' | 'error' | undefined;
  /** True when the value is not current. */
  readonly stale?: boolean;
}

/** One value with its label and note, linked to the page with details. */
export function Tile({ label, note, search = {}, stale, state, to, value }: TileProps) {
  const content = (
    <>
      <span className="mut small">{label}</span>
      <span className={`bold ${classes['tileValue']}`}>{value}</span>
      <span className={`mut small ${classes['tileNote']}`}>{note}</span>
    </>
  );
  const marks = { 'data-state': state, 'data-stale': stale ? true : undefined };
  if (to === undefined)
    return (
      <div className={`column gap-2 panel padded unlinked ${classes['tile']}`} {...marks}>
        {content}
      </div>
    );
  return (
    <Link
      to={to}
      search={search}
      className={`column gap-2 panel padded unlinked ${classes['tile']}`}
      {...marks}
    >
      {content}
    </Link>
  );
}
