import type { Profile } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { PageLoading } from '../../app/PageLoading.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { Card, LoadFailed } from '../../kit/page/index.ts';
import { AccountPage } from './AccountPage.tsx';
import { AvatarCard } from './AvatarCard.tsx';
import { EmailCard } from './EmailCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import classes from './settings.module.css';

export function ProfilePage() {
  const found = useQuery(createQuery('profileGet', {}));
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  return <ProfileCards profile={found.data} />;
}

function ProfileCards({ profile }: { readonly profile: Profile }) {
  return (
    <AccountPage title="Profile">
      <div className={`grid gap-12 ${classes['columns']}`}>
        <div className="grid gap-12">
          <Card title="About you">
            <ProfileForm profile={profile} />
          </Card>
        </div>
        <div className="grid gap-12">
          <AvatarCard profile={profile} />
          <EmailCard profile={profile} />
        </div>
      </div>
    </AccountPage>
  );
}
