import { SANDBOX_DAYS, type SandboxEntry } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PageLoading } from '../app/PageLoading.tsx';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation, createQuery } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { formatPlural, formatTime } from '../kit/format/index.ts';
import { Card, LoadFailed, Page } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import { ModelLists } from './ModelLists.tsx';
import { TakeOverButton } from './TakeOverButton.tsx';

/** Explains sandboxes in a real project, and opens one or shows the one that is open. */
export function SandboxStart() {
  const { id: projectId, timeZone } = useProject();
  const navigate = useNavigate();
  const found = useQuery(createQuery('sandboxList', { params: { projectId } }));
  const create = useMutation({
    ...createMutation('sandboxCreate'),
    meta: { busy: 'saving' },
    onError: (error) => toast.error(error),
    onSuccess: async ({ id }) => {
      await awaitRefetch();
      await navigate({ to: PATHS.sandbox, search: { project: id } });
    },
  });
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  const { can, items } = found.data;
  const [own] = items;
  return (
    <Page
      title="Sandbox"
      actions={
        !own && (
          <GatedButton
            can={can.create}
            loading={create.isPending}
            onClick={() => create.mutate({ params: { projectId } })}
          >
            Open a sandbox
          </GatedButton>
        )
      }
    >
      {own ? (
        <OpenCard sandbox={own} timeZone={timeZone} />
      ) : (
        <Card title="Try changes before they are real">
          <p>
            A sandbox is a copy of this project with simulated devices for {SANDBOX_DAYS} days. Change its
            configuration, unplug cables and switch devices off. Watch what happens, then take the changes
            over as a draft.
          </p>
          <p className="mut">
            Nothing in a sandbox reaches a real device, a mailbox or a webhook. Only you can open it.
          </p>
        </Card>
      )}
      <ModelLists />
    </Page>
  );
}

function OpenCard({ sandbox, timeZone }: { readonly sandbox: SandboxEntry; readonly timeZone: string }) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  return (
    <Card
      title={sandbox.name}
      aside={
        <span className="row wrap gap-8">
          <Button
            variant="default"
            size="xs"
            onClick={() => void navigate({ to: PATHS.sandbox, search: { project: sandbox.id } })}
          >
            Go to the sandbox
          </Button>
          <TakeOverButton projectId={projectId} sandboxId={sandbox.id} changes={sandbox.changes} size="xs" />
        </span>
      }
    >
      <Facts
        items={[
          { label: 'Opened', value: formatTime(sandbox.createdAt, timeZone) },
          { label: 'Ends', value: formatTime(sandbox.expiresAt, timeZone) },
          {
            label: 'Changes',
            value: sandbox.changes === 0 ? 'None yet' : formatPlural(sandbox.changes, 'change'),
          },
        ]}
      />
    </Card>
  );
}
