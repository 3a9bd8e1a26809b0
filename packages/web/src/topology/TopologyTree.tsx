import { getDeviceState } from '@northlight/contract';
import { useMemo } from 'react';
import { type CardLine, type DisplayGraph, formatAlarms, type TopologyCard } from './graph/display-graph.ts';
import { describeMissingVlan, type Highlight } from './graph/highlight.ts';
import { TopologySymbol } from './drawing/symbols.tsx';
import classes from './topology.module.css';

interface TreeProps {
  readonly graph: DisplayGraph;
  readonly selectedId: string | undefined;
  readonly highlight: Highlight | undefined;
  readonly onSelect: (id: string) => void;
}

/** The topology as nested lists, for narrow windows and screen readers. */
export function TopologyTree({ graph, highlight, onSelect, selectedId }: TreeProps) {
  const { below, tops } = useMemo(() => {
    const treeLines = graph.lines.filter(({ isInTree }) => isInTree);
    const lower = new Set(treeLines.map(({ lowerId }) => lowerId));
    return {
      below: Map.groupBy(treeLines, ({ upperId }) => upperId),
      tops: [...graph.cards.values()].filter(({ id }) => !lower.has(id)),
    };
  }, [graph]);
  const renderCard = (card: TopologyCard, line: CardLine | undefined) => {
    const end = line && highlight?.missing.get(line.id);
    if (highlight && !end && !highlight.ids.has(card.id) && !(below.get(card.id) ?? []).length) return null;
    return (
      <li key={card.id}>
        <button
          type="button"
          className={`row gap-8 wide round clipped nowrap ${classes['treeRow']}`}
          data-selected={card.id === selectedId || undefined}
          onClick={() => onSelect(card.id)}
        >
          <TopologySymbol symbol={card.symbol} size={20} />
          <strong className="ellipsis">{card.title}</strong>
          <span className={getNoteClass(card)}>{card.note}</span>
          {line && end && <span className="err">{describeMissingVlan(line, end, graph)}</span>}
          {line && line.label !== '' && <span className="mut not-on-phone">{line.label}</span>}
          {card.alarms && (
            <span className={card.alarms.severity === 'critical' ? 'err' : 'warn'}>
              {formatAlarms(card.alarms)}
            </span>
          )}
          {card.clients !== undefined && card.clients > 0 && (
            <span className="mut">
              {card.clients} {card.clients === 1 ? 'client' : 'clients'}
            </span>
          )}
        </button>
        {below.has(card.id) && (
          <ul className={`grid ${classes['branch']}`}>
            {below.get(card.id)?.map((each) => {
              const child = graph.cards.get(each.lowerId);
              return child && renderCard(child, each);
            })}
          </ul>
        )}
      </li>
    );
  };
  return (
    <ul
      className={`grid panel grow shrink-y scrolled ${classes['tree']}`}
      aria-label="Devices of the network topology"
      data-panel-list
      tabIndex={-1}
    >
      {tops.map((card) => renderCard(card, undefined))}
    </ul>
  );
}

function getNoteClass({ device }: TopologyCard): string {
  if (device?.state === undefined) return 'mut';
  return { success: 'mut', error: 'err', warning: 'warn' }[getDeviceState(device.state).colour];
}
