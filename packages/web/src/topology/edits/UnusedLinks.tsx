import {
  type Topology,
  TOPOLOGY_DOCUMENT,
  type TopologyEditChange,
  type TopologyLink,
} from '@northlight/contract';
import { Button } from '@mantine/core';
import { Notice } from '../../ui/Notice.tsx';
import { EVIDENCE_LABELS, formatEnd, formatNodeName } from '../links/link-facts.ts';

interface UnusedLinksProps {
  readonly topology: Topology;
  /** Begins the edit mode with a change; absent for users who cannot edit. */
  readonly onChange: ((change: TopologyEditChange) => void) | undefined;
}

/** Names the manual links that gave way to reports. */
export function UnusedLinks({ onChange, topology }: UnusedLinksProps) {
  const unused = topology.edits.links.filter(({ isUsed }) => !isUsed);
  if (unused.length === 0) return null;
  return (
    <Notice tone="plain">
      {unused.map(({ id, lower, upper }) => (
        <div key={id} className="row wrap gap-8">
          <span>
            {`The link ${formatNodeName(upper.nodeId, topology)} – ${formatNodeName(lower.nodeId, topology)} that was added by hand is not used. ${explain(lower.nodeId, topology)}`}
          </span>
          {onChange && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onChange(TOPOLOGY_DOCUMENT.remove('links', id))}
            >
              Remove it
            </Button>
          )}
        </div>
      ))}
    </Notice>
  );
}

/** Explains why a manual link of a device is not used: by the link that reports show. */
function explain(lowerId: string, topology: Topology): string {
  const { links } = topology;
  const present = links.find(({ isInTree, lower }: TopologyLink) => isInTree && lower.nodeId === lowerId);
  if (!present || present.evidence === 'none')
    return 'One of its ends has left the project or is used by another link.';
  return `Reports show ${formatEnd(present, 'upper', topology)} (${EVIDENCE_LABELS[present.evidence]}).`;
}
