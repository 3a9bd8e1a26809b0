import { IMAGE_TYPES, type Profile } from '@northlight/contract';
import { Button, FileButton, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation } from '../../kit/api/index.ts';
import { Card } from '../../kit/page/index.ts';
import { AvatarCrop } from './AvatarCrop.tsx';
import classes from './settings.module.css';

/** Shows and changes the picture of the account. The server re-encodes an uploaded file. */
export function AvatarCard({ profile }: { readonly profile: Profile }) {
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
