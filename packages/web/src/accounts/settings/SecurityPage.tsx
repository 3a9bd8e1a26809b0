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
      <div className={`grid gap-12 ${classes['columns']}`}>
        <div className="grid gap-12">
          <SessionsCard />
          <ApiTokensCard />
        </div>
        <div className="grid gap-12">
          <SecondFactorCard />
          <PasswordCard />
          <IdentitiesCard />
        </div>
      </div>
    </AccountPage>
  );
}
