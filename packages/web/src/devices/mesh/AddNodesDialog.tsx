import { type Device, type Permission, FIND_NODES_SECONDS, type Job } from '@northlight/contract';
import { Button, Group, Modal, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { deny, GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatPlural } from '../../kit/format/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FoundNodes } from './FoundNodes.tsx';
import { useNodeSearch } from './use-node-search.ts';

interface AddNodesDialogProps {
  readonly can: Permission | undefined;
  readonly onClose: () => void;
}

/**
 * Dialog that adds factory-new mesh nodes without their claim codes: the primary node searches for 2 min, and the user
 * selects nodes that it finds.
 */
export function AddNodesDialog({ can, onClose }: AddNodesDialogProps) {
  const project = useProject();
  const list = useQuery(createQuery('deviceList', { params: { projectId: project.id } }));
  const search = useNodeSearch(project.id);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const devices = new Map(list.data?.items.map((device) => [device.sn, device] as const));
  const primary = list.data?.items.find(({ role }) => role === 'mesh-primary');
  const chosen = search.nodes.filter(({ sn }) => selected.has(sn) && !devices.has(sn)).map(({ sn }) => sn);
  const start = (): void => {
    setSelected(new Set());
    search.start();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add node"
      size={POPUP_WIDTHS.medium}
      closeOnClickOutside={search.job === undefined}
    >
      <div className="grid gap-12">
        {search.problem !== undefined && <Notice tone="error">{search.problem}</Notice>}
        {search.job === undefined && <Introduction primary={primary} />}
        {search.job && search.isRunning && (
          <SearchProgress job={search.job} name={primary?.name ?? 'The primary node'} />
        )}
        {search.nodes.length > 0 && (
          <FoundNodes
            nodes={search.nodes}
            devices={devices}
            results={search.results}
            selected={selected}
            onSelect={setSelected}
          />
        )}
        {search.job?.state === 'done' && search.nodes.length === 0 && <NothingFound />}
      </div>
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={onClose}>
          {search.results.size > 0 ? 'Done' : search.job ? 'Close' : 'Cancel'}
        </Button>
        {!search.isRunning && (
          <GatedButton
            can={can}
            variant={search.nodes.length > 0 ? 'default' : 'filled'}
            loading={search.isStarting}
            onClick={start}
          >
            {search.job ? 'Search again' : 'Search for nodes'}
          </GatedButton>
        )}
        {search.nodes.length > 0 && (
          <GatedButton
            can={chosen.length > 0 ? { allowed: true } : deny('Select a node first.')}
            loading={search.isAdding}
            onClick={() => search.add(chosen)}
          >
            {chosen.length === 0 ? 'Add nodes' : `Add ${formatPlural(chosen.length, 'node')}`}
          </GatedButton>
        )}
      </Group>
    </Modal>
  );
}

function Introduction({ primary }: { readonly primary: Device | undefined }) {
  const name = primary?.name ?? 'the primary node';
  return (
    <>
      <p>
        Switch on the new nodes and place them within range of {name}. The search takes 2 min and lists nodes
        that belong to no project.
      </p>
      <p className="mut">
        You do not need claim codes: the nodes give them to {name}. Reset a used node to its factory settings
        first.
      </p>
    </>
  );
}

function NothingFound() {
  return (
    <Notice tone="plain" title="No new nodes found">
      Check that the nodes have power, move them closer to the primary node, and search again. A node that
      belongs to a project must be removed there first.
    </Notice>
  );
}

interface SearchProgressProps {
  readonly job: Job;
  /** Name of the primary node. */
  readonly name: string;
}

/** Progress and remaining time of a search. */
function SearchProgress({ job, name }: SearchProgressProps) {
  const left = useSecondsLeft(Date.parse(job.createdAt) + FIND_NODES_SECONDS * 1000);
  const percent = 100 - (left * 100) / FIND_NODES_SECONDS;
  return (
    <div className="grid gap-8">
      <p className="flex wrap between gap-12">
        <span role="status">{name} is searching for new nodes.</span>
        <span className="mut tabular" role="timer">
          {left > 0 ? `${formatClock(left)} left` : 'Waiting for the result'}
        </span>
      </p>
      <Progress size={4} value={percent} aria-label="Elapsed search time" />
      <p className="mut">
        Nodes appear here as they are found. You can close this window: the search continues, and{' '}
        <strong>Add node</strong> shows it again.
      </p>
    </div>
  );
}

/** Returns the seconds until a time (ms), at most the duration of a search, because the clocks can differ. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.min(FIND_NODES_SECONDS, Math.max(0, Math.ceil((until - now) / 1000)));
}

/** Formats seconds as `1:05`. */
const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
