import { Button } from '@mantine/core';
import IconBulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs';
import { useState } from 'react';
import type { DisplayGraph } from '../graph/display-graph.ts';
import { DIFFERENCE_LABELS, listDifferences } from '../graph/compare-topologies.ts';
import classes from '../topology.module.css';
import { localState } from '../../kit/local-state/index.ts';
import { listUsedStyles } from './drawing-styles.ts';

/** The row below the drawing: the meaning of its lines, and a tip. */
export function DrawingFoot({ canEdit, graph }: { readonly canEdit: boolean; readonly graph: DisplayGraph }) {
  return (
    <div className={`flex wrap between mut tiny ${classes['foot']}`}>
      <Legend graph={graph} />
      <TopologyTips canEdit={canEdit} />
    </div>
  );
}

function Legend({ graph }: { readonly graph: DisplayGraph }) {
  return (
    <div className={`flex wrap ${classes['legend']}`} role="note" aria-label="Legend">
      {listUsedStyles(graph.lines).map(({ dashes, label, width }) => (
        <span key={label} className="inline-row gap-6">
          <svg width={28} height={8} aria-hidden>
            <path d="M0 4h28" stroke="var(--mut)" strokeWidth={width} strokeDasharray={dashes} />
          </svg>
          {label}
        </span>
      ))}
      {listDifferences(graph).map((difference) => (
        <span key={difference} className="inline-row gap-6">
          <i className={classes['mark']} data-difference={difference} aria-hidden />
          {DIFFERENCE_LABELS[difference]}
        </span>
      ))}
    </div>
  );
}

/** A tip about the drawing, which is shown until the user dismisses it. */
export interface TopologyTip {
  /** Id in the stored list of dismissed tips. */
  readonly id: string;
  readonly text: string;
  /** True for a tip about editing, which readers do not need. */
  readonly isForEditors?: true;
}

const TIPS: readonly TopologyTip[] = [
  { id: 'link', text: 'Click a line to see its ports, speed, VLANs and load.' },
  { id: 'search', text: 'Press / to find a device, then Enter to open it.' },
  { id: 'path', text: 'Choose “Path between two devices” to find the slowest link between them.' },
  { id: 'history', text: 'Move the slider to see the network as it was, and compare it with now.' },
  {
    id: 'edit',
    text: 'Choose Edit to move cards, name unknown devices and add unmanaged switches.',
    isForEditors: true,
  },
];

/** Lists the tips that the user has not dismissed. */
export const listTips = (dismissed: readonly string[], canEdit: boolean): readonly TopologyTip[] =>
  TIPS.filter(({ id, isForEditors }) => !dismissed.includes(id) && (canEdit || !isForEditors));

/** One tip about the drawing. A dismissed tip is not shown again in this browser until the user signs out. */
export function TopologyTips({ canEdit }: { readonly canEdit: boolean }) {
  const [dismissed, setDismissed] = useState(() => localState.topologyTips());
  const [tip] = listTips(dismissed, canEdit);
  if (!tip) return null;
  return (
    <div className={`row gap-6 not-on-phone ${classes['tip']}`} role="note" aria-label="Tip">
      <IconBulb size={14} aria-hidden />
      <span aria-live="polite">{tip.text}</span>
      <Button
        className="fixed"
        size="compact-xs"
        variant="subtle"
        onClick={() => {
          localState.showTopologyTip(tip.id);
          setDismissed(localState.topologyTips());
        }}
      >
        Got it
      </Button>
    </div>
  );
}
