import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import type { CardLine } from '../graph/display-graph.ts';
import { chooseLineStyle, LINE_STYLES } from './drawing-styles.ts';
import type { LinePath } from './line-path.ts';
import classes from '../topology.module.css';

export interface LineData extends Record<string, unknown>, LinePath {
  readonly line: CardLine;
  readonly isDim: boolean;
  /** Text about the port at which the shown VLAN is missing. */
  readonly missing: string | undefined;
}

/** Line of a link. Its width shows the class of its speed; wireless, blocked and uncertain links differ by their dashes. */
export const LinkLine = memo(function LinkLine({
  data,
  id,
  interactionWidth,
  selected,
}: EdgeProps<Edge<LineData>>) {
  if (!data) return null;
  const { isDim, label, line, missing, path } = data;
  const evidence = line.link?.evidence;
  const { dashes, width } = LINE_STYLES[chooseLineStyle(line)];
  return (
    <g
      className={classes['line']}
      strokeWidth={width}
      data-unknown={evidence === 'none' || undefined}
      data-down={line.wan?.up === false || undefined}
      data-missing={missing !== undefined || undefined}
      data-difference={line.difference}
      data-dim={isDim || undefined}
      data-selected={selected || undefined}
    >
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={interactionWidth ?? 0}
        strokeDasharray={dashes}
        strokeLinecap={evidence === 'wireless' ? 'round' : undefined}
      />
      {(missing !== undefined || line.label !== '') && (
        <text x={label.x} y={label.y} className={classes['lineLabel']}>
          {missing ?? line.label}
        </text>
      )}
    </g>
  );
});
