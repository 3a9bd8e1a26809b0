import { AuditGrid } from '../../audit/index.ts';
import { Page } from '../../kit/page/index.ts';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Audit records of the account: sign-ins and changes, inside and outside of projects. */
export function OwnRecordsPage() {
  return (
    <Page title="Activity" layout="fill">
      <AuditGrid source={{ of: 'own' }} timeZone={BROWSER_TIME_ZONE} />
    </Page>
  );
}
