import { Button } from '@mantine/core';
import { Notice } from '../ui/Notice.tsx';
import type { ItemState, RemovalStage } from './item-state.ts';

interface RemovedItemProps {
  /** Name of the item: `VLAN 20`. */
  readonly name: string;
  readonly removal: RemovalStage;
  readonly state: ItemState;
  readonly onRestore: () => void;
}

/**
 * Panel of a removed item: states whether the draft or the applied configuration removes it, and how to keep
 * it.
 */
export function RemovedItem({ name, onRestore, removal, state }: RemovedItemProps) {
  return removal === 'draft' ? (
    <Notice tone="plain" title={`Your draft removes ${name}`}>
      It stays in use until you apply the draft.
      <Button mt="xs" variant="default" onClick={onRestore}>
        Undo removal
      </Button>
    </Notice>
  ) : (
    <Notice tone="warning" title={`${name} is removed`}>
      It stays listed until every device has confirmed the removal. {state.detail}
    </Notice>
  );
}
