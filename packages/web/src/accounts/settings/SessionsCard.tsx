import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation, createQuery } from '../../kit/api/index.ts';
import { Age, formatPlural } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const KINDS = {
  console: 'Console',
  entry: 'Opened by a third party',
  token: 'API token',
  display: 'Display',
} as const;

export function SessionsCard() {
  const sessions = useQuery(createQuery('accountSessionList', {})).data?.items ?? [];
  const callbacks = {
    onSettled: awaitRefetch,
    onError: (error: Error) => toast.error(error),
  };
  const revoke = useMutation({ ...createMutation('accountSessionRevoke'), ...callbacks });
  const others = useMutation({
    ...createMutation('accountSessionRevokeOthers'),
    ...callbacks,
    onSuccess: ({ ended }) => toast.done(`${formatPlural(ended, 'other session')} signed out.`),
  });
  const shown = sessions.filter(({ kind }) => kind !== 'token' && kind !== 'display');
  return (
    <Card
      title="Sessions"
      aside={
        shown.length > 1 && (
          <Button variant="default" loading={others.isPending} onClick={() => others.mutate({})}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <ul className="entries">
        {shown.map((session) => (
          <li key={session.id}>
            <span>
              <span className="strong">{session.userAgent || KINDS[session.kind]}</span>
              <br />
              <span className="mut small">
                {session.network} · {session.current ? 'this browser' : KINDS[session.kind]} · last used{' '}
                <Age at={session.lastSeenAt} timeZone={BROWSER_TIME_ZONE} />
              </span>
            </span>
            {!session.current && (
              <Button
                variant="default"
                aria-label={`Sign out ${session.userAgent || session.network}`}
                onClick={() => revoke.mutate({ params: { sessionId: session.id } })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
