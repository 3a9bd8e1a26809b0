import { ALLOWED, type ApiToken, API_TOKENS_MAX } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../app/confirm-store.ts';
import { useShellContext } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation, createQuery } from '../../kit/api/index.ts';
import { GatedButton, deny } from '../../kit/controls/GatedButton.tsx';
import { Age, formatTime, formatPlural } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { NewTokenDialog } from './NewTokenDialog.tsx';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function ApiTokensCard() {
  const [creating, setCreating] = useState(false);
  const tokens = useQuery(createQuery('apiTokenList', {})).data?.items ?? [];
  const revoke = useMutation({
    ...createMutation('apiTokenRevoke'),
    onSettled: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  const confirmRevoke = (token: ApiToken) =>
    ask({
      title: `Revoke ${token.name}?`,
      body: 'Programs that use this token lose access immediately.',
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
            tokens.length >= API_TOKENS_MAX
              ? deny(`Limit of ${API_TOKENS_MAX} tokens reached. Revoke one first.`)
              : ALLOWED
          }
          variant="default"
          onClick={() => setCreating(true)}
        >
          Create token
        </GatedButton>
      }
    >
      {tokens.length === 0 ? (
        <p className="mut">
          A program uses a token to act with your permissions, in all or selected projects, until the token
          expires. See the <a href="/help/api">API reference</a>.
        </p>
      ) : (
        <ul className="entries">
          {tokens.map((token) => (
            <li key={token.id}>
              <span>
                <span className="strong">{token.name}</span>
                <br />
                <span className="mut small">
                  <Scope token={token} /> · until {formatTime(token.expiresAt, BROWSER_TIME_ZONE)} ·{' '}
                  {token.lastSeenAt === undefined ? (
                    'never used'
                  ) : (
                    <>
                      last used <Age at={token.lastSeenAt} timeZone={BROWSER_TIME_ZONE} />
                    </>
                  )}
                </span>
              </span>
              <Button
                variant="default"
                aria-label={`Revoke ${token.name}`}
                onClick={() => confirmRevoke(token)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {creating && <NewTokenDialog onClose={() => setCreating(false)} />}
    </Card>
  );
}

function Scope({ token: { scope } }: { readonly token: ApiToken }) {
  const { projects } = useShellContext();
  const projectText =
    scope.projects === 'all'
      ? 'all projects'
      : scope.projects.length === 1
        ? (projects.find(({ id }) => id === scope.projects[0])?.name ?? 'one project')
        : formatPlural(scope.projects.length, 'project');
  return (
    <>
      {scope.write ? 'read and write' : 'read-only'}, {projectText}
    </>
  );
}
