import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation, createQuery } from '../../kit/api/index.ts';
import { formatTime } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Lists provider accounts that are connected with the account, and providers that can be connected. */
export function IdentitiesCard() {
  const items = useQuery(createQuery('identityList', {})).data?.items ?? [];
  const providers = useQuery({ ...createQuery('signInOptions', {}), staleTime: Number.POSITIVE_INFINITY })
    .data?.providers;
  const start = useMutation({
    ...createMutation('identityStart'),
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
    onError: (error) => toast.error(error),
  });
  const unbind = useMutation({
    ...createMutation('identityUnbind'),
    onSettled: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  const available = providers?.enabled
    ? providers.value.filter(({ id }) => items.every(({ provider }) => provider.id !== id))
    : [];
  // Without providers there is nothing to connect. The help page explains it.
  if (items.length === 0 && available.length === 0) return null;
  return (
    <Card title="Connected accounts">
      {items.length > 0 && (
        <ul className="entries">
          {items.map((item) => (
            <li key={item.id}>
              <span>
                <span className="strong">{item.provider.label}</span>
                <br />
                <span className="mut small">connected {formatTime(item.createdAt, BROWSER_TIME_ZONE)}</span>
              </span>
              <Button
                variant="default"
                aria-label={`Disconnect ${item.provider.label}`}
                onClick={() => unbind.mutate({ params: { identityId: item.id } })}
              >
                Disconnect
              </Button>
            </li>
          ))}
        </ul>
      )}
      {available.length > 0 && (
        <Group gap={8} mt="md">
          {available.map(({ id, label }) => (
            <Button
              key={id}
              variant="default"
              loading={start.isPending}
              onClick={() => start.mutate({ body: { provider: id } })}
            >
              Connect {label}
            </Button>
          ))}
        </Group>
      )}
    </Card>
  );
}
