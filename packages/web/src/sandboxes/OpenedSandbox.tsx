import type { Sandbox } from '@northlight/contract';
import { SegmentedControl } from '@mantine/core';
import IconBox from '@tabler/icons-react/dist/esm/icons/IconBox.mjs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageLoading } from '../app/PageLoading.tsx';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { Card, LoadFailed, Page, PageAction } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { useProjectActions } from '../projects/index.ts';
import { ChangeTable } from '../review/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { ModelLists } from './ModelLists.tsx';
import { SandboxDevices } from './SandboxDevices.tsx';
import { TakeOverButton } from './TakeOverButton.tsx';

const VIEWS = ['devices', 'changes', 'model'] as const;
type View = (typeof VIEWS)[number];
const LABELS: Readonly<Record<View, string>> = {
  devices: 'Devices',
  changes: 'Changes',
  model: 'Simulation',
};

/** A sandbox: its devices with their faults, the changes to take over, and what is simulated. */
export function OpenedSandbox() {
  const project = useProject();
  const { search, set } = useUrlState();
  const remove = useProjectActions().remove;
  const found = useQuery(createQuery('sandboxGet', { params: { projectId: project.id } }));
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  const sandbox = found.data;
  const view = VIEWS.find((each) => each === search.tab) ?? 'devices';
  return (
    <Page
      title="Sandbox"
      note={`of ${sandbox.source.name}`}
      isNoteLong
      layout={view === 'devices' ? 'fill' : 'flow'}
      tools={
        <SegmentedControl
          size="xs"
          aria-label="Views of the sandbox"
          value={view}
          data={VIEWS.map((value) => ({ value, label: LABELS[value] }))}
          onChange={(value) => set({ tab: value === 'devices' ? undefined : value, open: undefined })}
        />
      }
      more={
        <PageAction can={project.can.own} onClick={() => remove(project)}>
          Delete the sandbox
        </PageAction>
      }
      actions={
        <TakeOverButton
          projectId={sandbox.source.id}
          sandboxId={project.id}
          changes={sandbox.changes.length}
        />
      }
    >
      {renderView(view, sandbox)}
    </Page>
  );
}

function renderView(view: View, sandbox: Sandbox): ReactNode {
  switch (view) {
    case 'devices':
      return <SandboxDevices sandbox={sandbox} />;
    case 'changes':
      return sandbox.changes.length === 0 ? (
        <EmptyNote icon={<IconBox size={40} stroke={1.4} />} title="No changes yet">
          Change the configuration on any page of this sandbox. The real project takes over networks, Wi-Fi
          and settings of devices; it does not take over names, roles, floor plans and alarm rules.
        </EmptyNote>
      ) : (
        <Card title="Since the sandbox was opened">
          <ChangeTable changes={sandbox.changes} headers={['Before', 'Sandbox']} />
        </Card>
      );
    case 'model':
      return <ModelLists notes={sandbox.notes} />;
  }
}
