import type { Profile } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../app/app-link.tsx';
import { PageLoading } from '../../app/PageLoading.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { Card, LoadFailed, Page } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { Facts } from '../../ui/Facts.tsx';
import { AvatarCard } from './AvatarCard.tsx';
import { EmailCard } from './EmailCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import classes from './settings.module.css';

/** Profile of the account: name, role, company, picture and e-mail address. */
export function ProfilePage() {
  const found = useQuery(createQuery('profileGet', {}));
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  return <ProfileCards profile={found.data} />;
}

function ProfileCards({ profile }: { readonly profile: Profile }) {
  return (
    <Page
      title="Profile"
      actions={
        <ButtonLink to={PATHS.security} search={{}} variant="default">
          Security
        </ButtonLink>
      }
    >
      <div className={classes['columns']}>
        <div className={classes['stack']}>
          <Card title="About you">
            <ProfileForm profile={profile} />
          </Card>
        </div>
        <div className={classes['stack']}>
          <AvatarCard profile={profile} />
          <Card title="Account">
            <Facts
              items={[
                { label: 'Account', value: profile.account },
                { label: 'Account type', value: profile.label },
              ]}
            />
          </Card>
          <EmailCard profile={profile} />
        </div>
      </div>
    </Page>
  );
}
