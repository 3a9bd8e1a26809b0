import { Page } from '../../kit/page/index.ts';
import { ApiTokensCard } from './ApiTokensCard.tsx';
import { IdentitiesCard } from './IdentitiesCard.tsx';
import { ButtonLink } from '../../app/app-link.tsx';
import { PATHS } from '../../paths.ts';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import classes from './settings.module.css';

/** Sessions, sign-in methods and API tokens of the account. */
export function SecurityPage() {
  return (
    <Page
      title="Security"
      actions={
        <ButtonLink to={PATHS.ownRecords} search={{}} variant="default">
          Activity
        </ButtonLink>
      }
    >
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
