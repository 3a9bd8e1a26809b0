import type { OnlineClient } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../app/shell-context.tsx';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { ConnectionResult } from './ConnectionResult.tsx';

/** Checks whether each step between a client and the internet works. */
export function ConnectionCheck({ client }: { readonly client: OnlineClient }) {
  const { id: projectId } = useProject();
  const check = useQuery(createQuery('clientConnectionCheck', { params: { projectId, mac: client.mac } }));
  if (check.data) return <ConnectionResult check={check.data} client={client} />;
  return check.error ? <p className="mut above">{toErrorSentence(check.error)}</p> : <Skeleton height={24} />;
}
