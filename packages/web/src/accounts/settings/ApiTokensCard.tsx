import { ALLOWED, type ApiToken, API_TOKENS_MAX } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../app/confirm-store.ts';
import { useCurrent } from '../../app/current.tsx';
import { toast } from '../../app/toast.ts';
import { mutation, q } from '../../kit/api/index.ts';
import { GatedButton, off } from '../../kit/controls/GatedButton.tsx';
import { Age, formatTime, plural } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { NewTokenDialog } from './NewTokenDialog.tsx';
import classes from './settings.module.css';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Programs that act for the account, each with what it may do. */
export function ApiTokensCard() {
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const tokens = useQuery(q('apiTokenList', {})).data?.items ?? [];
  const revoke = useMutation({
    ...mutation('apiTokenRevoke'),
    onSettled: () => client.invalidateQueries({ queryKey: ['apiTokenList'] }),
    onError: (error) => toast.error(error),
  });
  const end = (token: ApiToken) =>
    ask({
      title: `Revoke ${token.name}?`,
      body: 'Programs that use it are refused from the next request on.',
      confirm: 'Revoke',
      danger: true,
      onConfirm: () => revoke.mutate({ params: { tokenId: token.id } }),
    });
  return (
    <Card
      title="API tokens"
      aside={
        <GatedButton
          can={
            tokens.length >= API_TOKENS_MAX ? off(`You have ${API_TOKENS_MAX}, which is the most.`) : ALLOWED
          }
          variant="default"
          onClick={() => setMaking(true)}
        >
          New token
        </GatedButton>
      }
    >
      {tokens.length === 0 ? (
        <p className={classes['quiet']}>
          A token lets a program call the API in your name: for some projects or all of them, to read or to
          write, until a day of your choice. The operations stand in the <a href="/help/api">API reference</a>
          .
        </p>
      ) : (
        <ul className={classes['lines']}>
          {tokens.map((token) => (
            <li key={token.id}>
              <span>
                <span className={classes['name']}>{token.name}</span>
                <br />
                <span className={classes['aside']}>
                  <Scope token={token} /> · until {formatTime(token.expiresAt, HERE)} ·{' '}
                  {token.lastSeenAt === undefined ? (
                    'not used yet'
                  ) : (
                    <>
                      last used <Age at={token.lastSeenAt} timeZone={HERE} />
                    </>
                  )}
                </span>
              </span>
              <Button variant="default" aria-label={`Revoke ${token.name}`} onClick={() => end(token)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {making && <NewTokenDialog onClose={() => setMaking(false)} />}
    </Card>
  );
}

function Scope({ token: { scope } }: { readonly token: ApiToken }) {
  const { projects } = useCurrent();
  const where =
    scope.projects === 'all'
      ? 'all projects'
      : scope.projects.length === 1
        ? (projects.find(({ id }) => id === scope.projects[0])?.name ?? 'one project')
        : plural(scope.projects.length, 'project');
  return (
    <>
      {scope.write ? 'reads and writes' : 'reads'} {where}
    </>
  );
}
