import type { Device } from '@northlight/contract';
import classes from './jobs.module.css';

const LISTS: Readonly<Record<string, string>> = { vlans: 'VLANs', dhcpPools: 'DHCP pools' };
const FIELDS: Readonly<Record<string, string>> = {
  id: 'ID',
  vlanId: 'VLAN',
  ip: 'address',
  prefix: 'mask',
  ports: 'untagged ports',
};

/** Formats a configuration path for display: `vlans.0.id` becomes `VLANs, no. 1, ID`. */
export function formatIssueLocation(path: string): string {
  return path
    .split('.')
    .map((part, index) =>
      /^\d+$/.test(part) ? `no. ${Number(part) + 1}` : ((index === 0 ? LISTS : FIELDS)[part] ?? part),
    )
    .join(', ');
}

/** Lists settings that a device could not apply, with the reason and the value that it uses instead. */
export function IssueList({ issues }: { readonly issues: Device['config']['issues'] }) {
  if (issues.length === 0) return null;
  return (
    <ul className="grid gap-6 above">
      {issues.map((issue) => (
        <li key={`${issue.path} ${issue.reason}`} className={`box inset ${classes['issue']}`}>
          <strong>{formatIssueLocation(issue.path)}</strong>: {issue.reason}
          {issue.substitution && <div className="mut">Uses instead: {issue.substitution}</div>}
        </li>
      ))}
    </ul>
  );
}
