import { AccountPage } from './AccountPage.tsx';
import { ApiTokensCard } from './ApiTokensCard.tsx';
import { IdentitiesCard } from './IdentitiesCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import classes from './settings.module.css';

export function SecurityPage() {
  return (
    <AccountPage title="Security">
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
    </AccountPage>
  );
}
