import type { Tunnel } from '@northlight/contract';
import { Button, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useProject } from '../../app/current.tsx';
import { call, sentenceOf } from '../../kit/api/index.ts';
import { formatTime } from '../../kit/format/index.ts';
import { Page } from '../../kit/page/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';

const LOOK_MS = 700;

/** Hands over to a device's own page: asks the device to open it, waits, and leads there in a tab of its own. */
export function LocalPagePage() {
  const project = useProject();
  const { search } = useUrlState();
  const deviceId = search.open ?? '';
  const { lease, problem, again } = useLease(project.id, deviceId);
  const look = useQuery({
    queryKey: ['tunnelGet', { params: { projectId: project.id, tunnelId: lease?.id ?? '' } }],
    queryFn: ({ signal }) =>
      call('tunnelGet', { params: { projectId: project.id, tunnelId: lease?.id ?? '' } }, { signal }),
    enabled: lease !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'opening' || !state.data ? LOOK_MS : LOOK_MS * 10),
  });
  const tunnel = look.data ?? lease;
  const enter = async (): Promise<void> => {
    const place = await look.refetch();
    if (place.data?.enterUrl !== undefined) window.open(place.data.enterUrl, '_blank', 'noopener');
  };
  const close = async (): Promise<void> => {
    if (tunnel) await call('tunnelClose', { params: { projectId: project.id, tunnelId: tunnel.id } });
    await look.refetch();
  };
  return (
    <Page title="Device page" note={tunnel?.deviceName}>
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      {problem === undefined && tunnel?.state !== 'open' && <Waiting tunnel={tunnel} />}
      {tunnel?.state === 'open' && (
        <Notice tone="good" title="The device has opened its page">
          <Text size="sm">
            It is open until {formatTime(tunnel.expiresAt, project.timeZone)}, in a tab of its own and under
            an address of its own. Sign in there with the device password.
          </Text>
        </Notice>
      )}
      <Group mt="lg" gap={8}>
        {tunnel?.state === 'open' && <Button onClick={() => void enter()}>Go to the device’s page</Button>}
        {tunnel?.state === 'open' && (
          <Button variant="default" onClick={() => void close()}>
            End it
          </Button>
        )}
        {(problem !== undefined || tunnel?.state === 'failed' || tunnel?.state === 'ended') && (
          <Button variant="default" onClick={again}>
            Try again
          </Button>
        )}
        <Link to={PATHS.devices} search={(before) => ({ ...before, open: deviceId })}>
          Back to the device
        </Link>
      </Group>
    </Page>
  );
}

function Waiting({ tunnel }: { readonly tunnel: Tunnel | undefined }) {
  if (tunnel?.state === 'failed' || tunnel?.state === 'ended')
    return <Notice tone={tunnel.state === 'failed' ? 'error' : 'plain'}>{tunnel.reason}</Notice>;
  return (
    <Group gap={10} role="status">
      <Loader size={16} />
      <Text size="sm">The device is asked to open its page. This takes a few seconds.</Text>
    </Group>
  );
}

/** One lease for this visit; another one only when it is asked for. */
function useLease(projectId: number, deviceId: string) {
  const [lease, setLease] = useState<Tunnel>();
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  const asked = useRef(-1);
  useEffect(() => {
    if (asked.current === tries || deviceId === '') return;
    asked.current = tries;
    setProblem(undefined);
    setLease(undefined);
    call('tunnelOpen', { params: { projectId, deviceId } }).then(setLease, (error: unknown) =>
      setProblem(sentenceOf(error)),
    );
  }, [projectId, deviceId, tries]);
  const missing = deviceId === '' ? 'Choose a device in the list first.' : undefined;
  return { lease, problem: missing ?? problem, again: () => setTries((before) => before + 1) };
}
