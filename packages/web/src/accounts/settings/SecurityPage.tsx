import { Page } from '../../kit/page/index.ts';
import { ApiTokensCard } from './ApiTokensCard.tsx';
import { IdentitiesCard } from './IdentitiesCard.tsx';
import { OwnRecordsLink } from './OwnRecordsLink.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import classes from './settings.module.css';

/** Where the account is signed in, what opens it, and which programs act for it. */
export function SecurityPage() {
  return (
    <Page title="Security" actions={<OwnRecordsLink />}>
      <div className={classes['columns']}>
        <div className={classes['stack']}>
          <SessionsCard />
          <ApiTokensCard />
        </div>
        <div className={classes['stack']}>
          <SecondFactorCard />
          <PasswordCard />
          <IdentitiesCard />
        </div>
      </div>
    </Page>
  );
}
