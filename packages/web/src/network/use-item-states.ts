import { findUnsupportingGateway, isGatewayList, type NetworkConfig } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { getMark, type ListName, useNetworkDraft } from '../draft/index.ts';
import {
  describeDeliveredState,
  describeDraftState,
  describeUnsupportedState,
  findRemovedRows,
  isRowPending,
  type ItemState,
  listUsers,
  type RemovalStage,
  UNKNOWN_STATE,
} from './item-state.ts';

export interface ItemStatesInput<T> {
  readonly rowsOf: (config: NetworkConfig) => readonly T[];
  readonly idOf: (row: T) => string;
  readonly listOf: (row: T) => ListName;
  /** Returns the devices that use a row; `all`, the default, for every device that receives the list. */
  readonly devicesOf?: ((row: T) => readonly string[] | 'all') | undefined;
}

export interface ItemStates<T> {
  /** Rows of the draft, followed by removed rows that devices may still use. */
  readonly rows: readonly T[];
  readonly removalOf: (row: T) => RemovalStage | undefined;
  readonly stateOf: (row: T) => ItemState;
}

/**
 * Returns the rows of a list with their states: in the draft, not confirmed yet, or confirmed by all devices
 * that use the row.
 */
export function useItemStates<T>({ devicesOf, idOf, listOf, rowsOf }: ItemStatesInput<T>): ItemStates<T> {
  const { id: projectId } = useProject();
  const { base, config, scope } = useNetworkDraft();
  const { data: delivery } = useQuery(createQuery('networkDeliveryGet', { params: { projectId } }));
  return useMemo(() => {
    const lists = {
      rows: rowsOf(config),
      baseRows: rowsOf(base),
      beforeRows: delivery?.before && rowsOf(delivery.before),
    };
    const removed = findRemovedRows(lists, idOf);
    const usersOf = (row: T) => {
      const own = devicesOf?.(row) ?? 'all';
      return listUsers(listOf(row), delivery).filter(({ id }) => own === 'all' || own.includes(id));
    };
    const stateOf = (row: T): ItemState => {
      const removal = removed.get(idOf(row))?.removal;
      if (removal === 'draft') return describeDraftState('removed');
      if (removal === 'devices') {
        const state = describeDeliveredState(usersOf(row), true);
        return { ...state, label: state.label.replace('Sending', 'Removing') };
      }
      const mark = getMark(row, lists.baseRows, idOf);
      if (mark !== undefined) return describeDraftState(mark);
      const list = listOf(row);
      const unsupporting = isGatewayList(list) ? findUnsupportingGateway(scope, list) : undefined;
      if (unsupporting !== undefined) return describeUnsupportedState(unsupporting);
      return delivery ? describeDeliveredState(usersOf(row), isRowPending(row, lists, idOf)) : UNKNOWN_STATE;
    };
    return {
      rows: [...lists.rows, ...[...removed.values()].map(({ row }) => row)],
      removalOf: (row) => removed.get(idOf(row))?.removal,
      stateOf,
    };
  }, [base, config, delivery, devicesOf, idOf, listOf, rowsOf, scope]);
}
