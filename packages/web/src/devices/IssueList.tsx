import type { Device } from '@northlight/contract';
import classes from './devices.module.css';

/** What a device could not take of its configuration, and what it uses instead. */
export function IssueList({ issues }: { readonly issues: Device['config']['issues'] }) {
  if (issues.length === 0) return null;
  return (
    <ul className={classes['issues']}>
      {issues.map((issue) => (
        <li key={`${issue.path} ${issue.reason}`} className={classes['issue']}>
          <span className="mono">{issue.path}</span>: {issue.reason}
          {issue.substitution && <div className="mut">Uses instead: {issue.substitution}</div>}
        </li>
      ))}
    </ul>
  );
}
