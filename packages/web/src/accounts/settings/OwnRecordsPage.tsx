import { AuditGrid } from '../../audit/index.ts';
import { Page } from '../../kit/page/index.ts';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sign-ins and changes of the account, in every project and in none. */
export function OwnRecordsPage() {
  return (
    <Page title="What this account did" layout="fill">
      <AuditGrid source={{ of: 'own' }} timeZone={HERE} />
    </Page>
  );
}
