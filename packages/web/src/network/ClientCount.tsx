import { Link } from '@tanstack/react-router';
import { ABSENT, formatCount } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';
import classes from './network.module.css';

interface ClientCountProps {
  /** Number of clients; undefined until they are loaded. */
  readonly count: number | undefined;
  /** Filter of the client list: `VLAN = 20`. */
  readonly filter: string;
}

/** Number of online clients of an item, linked to their list. */
export function ClientCount({ count, filter }: ClientCountProps) {
  if (count === undefined) return ABSENT;
  if (count === 0) return <span className="mut">0</span>;
  return (
    <Link to={PATHS.clients} search={{ filter }} className={classes['count']}>
      {formatCount(count)}
    </Link>
  );
}
