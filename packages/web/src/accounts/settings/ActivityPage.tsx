import { AuditGrid } from '../../audit/index.ts';
import { AccountPage } from './AccountPage.tsx';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Lists the audit records of the account, which are its sign-ins and changes inside and outside projects. */
export function ActivityPage() {
  return (
    <AccountPage title="Activity" layout="fill">
      <AuditGrid source={{ of: 'own' }} timeZone={BROWSER_TIME_ZONE} />
    </AccountPage>
  );
}
