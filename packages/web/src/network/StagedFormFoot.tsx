import { Button } from '@mantine/core';
import type { NetworkConfig } from '@northlight/contract';
import { useReadOnly } from '../kit/form/read-only.tsx';
import { showUndoToast } from '../app/undo-toast.tsx';
import { GatedButton, deny } from '../kit/controls/GatedButton.tsx';
import { PanelFoot } from '../kit/page/index.ts';
import { useNetworkDraft } from '../draft/index.ts';

interface Removal {
  /** Text of the button; `Remove` by default. */
  readonly label?: string;
  readonly config: NetworkConfig;
  readonly sentence: string;
  /** Reason why the item cannot be removed. */
  readonly blocked?: string | undefined;
}

interface StagedFormFootProps {
  /** Draft without the item, and the text of the confirmation; absent for a new item. */
  readonly removal?: Removal | undefined;
  readonly onClose: () => void;
}

/** Footer of an item's form, with buttons to remove, cancel and add to the draft. Read-only, it is empty. */
export function StagedFormFoot({ onClose, removal }: StagedFormFootProps) {
  const { can, config, update } = useNetworkDraft();
  if (useReadOnly()) return null;
  const remove = (): void => {
    if (!removal) return;
    update(removal.config);
    onClose();
    showUndoToast(removal.sentence, () => update(config));
  };
  return (
    <PanelFoot>
      {removal && (
        <GatedButton
          can={removal.blocked === undefined ? can : deny(removal.blocked)}
          variant="default"
          color="red"
          onClick={remove}
        >
          {removal.label ?? 'Remove'}
        </GatedButton>
      )}
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <GatedButton can={can} type="submit">
        Add to draft
      </GatedButton>
    </PanelFoot>
  );
}
