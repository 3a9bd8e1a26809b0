import { type Profile, IMAGE_TYPES } from '@northlight/contract';
import { useQuery, useMutation } from '@tanstack/react-query';
import { PageLoading } from '../../app/PageLoading.tsx';
import { createQuery, awaitRefetch, createMutation } from '../../kit/api/index.ts';
import { Card, LoadFailed } from '../../kit/page/index.ts';
import { AccountPage } from './AccountPage.tsx';
import { EmailCard } from './EmailCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import classes from './settings.module.css';
import { Button, FileButton, Group } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../app/toast.ts';
import { AvatarCrop } from './AvatarCrop.tsx';

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

/** Shows and changes the picture of the account. The server re-encodes an uploaded file. */
function AvatarCard({ profile }: { readonly profile: Profile }) {
  const [file, setFile] = useState<File>();
  const remove = useMutation({
    ...createMutation('avatarRemove'),
    onSettled: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  return (
    <Card title="Picture">
      <Group>
        {profile.avatarUrl === undefined ? (
          <span className={`centre accent bold ${classes['picture']}`} aria-hidden="true">
            {(profile.nickname || profile.account).slice(0, 1).toUpperCase()}
          </span>
        ) : (
          <img
            className={`centre accent bold ${classes['picture']}`}
            src={profile.avatarUrl}
            alt={profile.nickname}
          />
        )}
        <Group gap={8}>
          <FileButton accept={IMAGE_TYPES.join(',')} onChange={(chosen) => setFile(chosen ?? undefined)}>
            {(props) => (
              <Button variant="default" {...props}>
                Choose picture
              </Button>
            )}
          </FileButton>
          {profile.avatarUrl !== undefined && (
            <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate({})}>
              Remove picture
            </Button>
          )}
        </Group>
      </Group>
      <p className="mut small">.jpg, .png, .gif or .bmp, up to 10 MB. Location and date are removed.</p>
      {file && (
        <AvatarCrop
          file={file}
          onClose={() => setFile(undefined)}
          onSaved={() => {
            setFile(undefined);
          }}
        />
      )}
    </Card>
  );
}
