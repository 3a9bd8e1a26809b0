import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../app/toast.ts';
import { mutation, q } from '../../kit/api/index.ts';
import { Age, plural } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import classes from './settings.module.css';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const KINDS = { console: 'Console', entry: 'Opened by a third party', token: 'API token' } as const;

export function SessionsCard() {
  const client = useQueryClient();
  const sessions = useQuery(q('accountSessionList', {})).data?.items ?? [];
  const settled = {
    onSettled: () => client.invalidateQueries({ queryKey: ['accountSessionList'] }),
    onError: (error: Error) => toast.error(error),
  };
  const revoke = useMutation({ ...mutation('accountSessionRevoke'), ...settled });
  const others = useMutation({
    ...mutation('accountSessionRevokeOthers'),
    ...settled,
    onSuccess: ({ ended }) => toast.done(`${plural(ended, 'other session')} ended.`),
  });
  const shown = sessions.filter(({ kind }) => kind !== 'token');
  return (
    <Card
      title="Sessions"
      aside={
        <Button
          variant="default"
          disabled={shown.length < 2}
          loading={others.isPending}
          onClick={() => others.mutate({})}
        >
          Sign out everywhere else
        </Button>
      }
    >
      <ul className={classes['lines']}>
        {shown.map((session) => (
          <li key={session.id}>
            <span>
              <span className={classes['name']}>{session.userAgent || KINDS[session.kind]}</span>
              <br />
              <span className={classes['aside']}>
                {session.network} · {session.current ? 'this browser' : KINDS[session.kind]} · last used{' '}
                <Age at={session.lastSeenAt} timeZone={HERE} />
              </span>
            </span>
            <Button
              variant="default"
              disabled={session.current}
              title={session.current ? 'This is the session you are in: sign out instead.' : undefined}
              aria-label={`End the session of ${session.userAgent || session.network}`}
              onClick={() => revoke.mutate({ params: { sessionId: session.id } })}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
