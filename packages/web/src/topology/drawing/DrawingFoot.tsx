import { TopologyTips } from './TopologyTips.tsx';
import type { DisplayGraph } from '../graph/display-graph.ts';
import { DIFFERENCE_LABELS, listDifferences } from '../graph/compare-topologies.ts';
import { listUsedStyles } from './drawing-styles.ts';
import classes from '../topology.module.css';

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
