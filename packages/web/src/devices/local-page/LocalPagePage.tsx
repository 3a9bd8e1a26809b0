import type { Tunnel } from '@northlight/contract';
import { Button, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { call, toErrorSentence } from '../../kit/api/index.ts';
import { formatTime } from '../../kit/format/index.ts';
import { Page } from '../../kit/page/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';

const POLL_MS = 700;

/** Opens a device's local page: requests a tunnel, waits for the device, and opens the page in a new tab. */
export function LocalPagePage() {
  const project = useProject();
  const { search } = useUrlState();
  const deviceId = search.open ?? '';
  const { lease, problem, again } = useLease(project.id, deviceId);
  const status = useQuery({
    queryKey: ['tunnelGet', { params: { projectId: project.id, tunnelId: lease?.id ?? '' } }],
    queryFn: ({ signal }) =>
      call('tunnelGet', { params: { projectId: project.id, tunnelId: lease?.id ?? '' } }, { signal }),
    enabled: lease !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'opening' || !state.data ? POLL_MS : POLL_MS * 10),
  });
  const tunnel = status.data ?? lease;
  const openPage = async (): Promise<void> => {
    const { data } = await status.refetch();
    if (data?.enterUrl !== undefined) window.open(data.enterUrl, '_blank', 'noopener');
  };
  const close = async (): Promise<void> => {
    if (tunnel) await call('tunnelClose', { params: { projectId: project.id, tunnelId: tunnel.id } });
    await status.refetch();
  };
  return (
    <Page title="Local page" note={tunnel?.deviceName}>
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      {problem === undefined && tunnel?.state !== 'open' && <OpeningStatus tunnel={tunnel} />}
      {tunnel?.state === 'open' && (
        <Notice tone="good" title="The local page is open">
          <Text size="sm">
            Available until {formatTime(tunnel.expiresAt, project.timeZone)}, in a separate tab and under a
            separate address. Sign in there with the device password.
          </Text>
        </Notice>
      )}
      <Group mt="lg" gap={8}>
        {tunnel?.state === 'open' && <Button onClick={() => void openPage()}>Open local page</Button>}
        {tunnel?.state === 'open' && (
          <Button variant="default" onClick={() => void close()}>
            Close local page
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

function OpeningStatus({ tunnel }: { readonly tunnel: Tunnel | undefined }) {
  if (tunnel?.state === 'failed' || tunnel?.state === 'ended')
    return <Notice tone={tunnel.state === 'failed' ? 'error' : 'plain'}>{tunnel.reason}</Notice>;
  return (
    <Group gap={10} role="status">
      <Loader size={16} />
      <Text size="sm">Asking the device to open its local page. This takes about 10 s.</Text>
    </Group>
  );
}

/** Requests one tunnel per visit; calling `again` requests another one. */
function useLease(projectId: number, deviceId: string) {
  const [lease, setLease] = useState<Tunnel>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const requested = useRef(-1);
  useEffect(() => {
    if (requested.current === attempt || deviceId === '') return;
    requested.current = attempt;
    setProblem(undefined);
    setLease(undefined);
    call('tunnelOpen', { params: { projectId, deviceId } }).then(setLease, (error: unknown) =>
      setProblem(toErrorSentence(error)),
    );
  }, [projectId, deviceId, attempt]);
  const missing = deviceId === '' ? 'Choose a device in the list first.' : undefined;
  return { lease, problem: missing ?? problem, again: () => setAttempt((before) => before + 1) };
}
