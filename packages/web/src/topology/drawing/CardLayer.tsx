import type { LayoutOptions } from '@northlight/topology';
import { memo } from 'react';
import type { CardLine, DisplayGraph } from '../graph/display-graph.ts';
import { describeMissingVlan, type Highlight } from '../graph/highlight.ts';
import { DeviceCard } from './DeviceCard.tsx';
import { createFurtherPath, createLinePath } from './line-path.ts';
import { LinkLine } from './LinkLine.tsx';
import type { Positions } from './positions.ts';
import classes from '../topology.module.css';

export interface CardLayerProps {
  readonly graph: DisplayGraph;
  readonly options: LayoutOptions;
  readonly positions: Positions;
  /** Ids of the cards in the page; undefined if all are. */
  readonly ids: ReadonlySet<string> | undefined;
  /** The cards and lines that stay in colour; undefined if all do. */
  readonly highlight: Highlight | undefined;
  readonly selectedId: string | undefined;
  readonly describeLine: (line: CardLine) => string;
  /** Devices whose clients are shown as cards. */
  readonly expanded: ReadonlySet<string>;
  readonly onClients: (deviceId: string) => void;
}

/** Cards and lines in the page. A new view does not draw them again. */
export const CardLayer = memo(function CardLayer(props: CardLayerProps) {
  const { describeLine, expanded, graph, highlight, ids, onClients, options, positions, selectedId } = props;
  const isShown = (id: string): boolean => ids?.has(id) ?? true;
  const isDim = (id: string): boolean => highlight !== undefined && !highlight.ids.has(id);
  // A line that is marked lies above those that share its way.
  const lines = graph.lines
    .filter(({ lowerId, upperId }) => isShown(upperId) && isShown(lowerId))
    .toSorted((one, other) => rankLine(one, highlight) - rankLine(other, highlight));
  return (
    <>
      <svg className={`absolute ${classes['lines']}`}>
        {lines.map((line) => {
          const [upper, lower] = [positions.get(line.upperId), positions.get(line.lowerId)];
          if (!upper || !lower) return null;
          const end = highlight?.missing.get(line.id);
          const { label, path } = line.isInTree
            ? createLinePath(upper, lower, options, line.lane)
            : createFurtherPath(upper, lower, options);
          return (
            <LinkLine
              key={line.id}
              line={line}
              description={describeLine(line)}
              path={path}
              labelX={label.x}
              labelY={label.y}
              isDim={isDim(line.id)}
              isSelected={line.id === selectedId}
              missing={end && describeMissingVlan(line, end, graph)}
            />
          );
        })}
      </svg>
      {[...graph.cards.values()].map((card) => {
        const at = isShown(card.id) ? positions.get(card.id) : undefined;
        return (
          at && (
            <DeviceCard
              key={card.id}
              card={card}
              x={at.x}
              y={at.y}
              width={options.cardWidth}
              height={options.cardHeight}
              isDim={isDim(card.id)}
              isSelected={card.id === selectedId}
              hasClientCards={expanded.has(card.id)}
              onClients={onClients}
            />
          )
        );
      })}
    </>
  );
});

const rankLine = ({ id }: CardLine, highlight: Highlight | undefined): number =>
  highlight?.missing.has(id) ? 1 : 0;
