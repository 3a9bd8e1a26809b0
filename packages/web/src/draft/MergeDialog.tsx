import type { ConfigChange } from '@northlight/contract';
import { useProject } from '../app/shell-context.tsx';
import { ConflictDialog } from '../kit/document/ConflictDialog.tsx';
import { formatChangeLine } from '../kit/document/format-change-line.ts';
import { formatPlural } from '../kit/format/index.ts';
import { useNetworkDraft } from './draft-context.tsx';

/** Asks which edit to keep for each item that both the draft and the applied configuration have changed. */
export function MergeDialog({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const { collisions, rebaseEdits } = useNetworkDraft();
  return (
    <ConflictDialog
      lead={`Another configuration of ${project.name} was applied after you started editing. Choose which change to keep for ${formatPlural(collisions.length, 'setting')}. All other changes are kept. Nothing is sent to devices yet.`}
      conflicts={collisions.map(({ address, mine, theirs }) => ({
        address,
        title: formatTitle(mine[0] ?? theirs[0]),
        mine: mine.map(formatChangeLine),
        theirs: theirs.map(formatChangeLine),
      }))}
      onResolve={rebaseEdits}
      onClose={onClose}
    />
  );
}

/** Returns the item of a change: `VLAN 30` of `VLAN 30, name`, or `Switch-1, port P1`. */
function formatTitle(change: ConfigChange | undefined): string {
  if (!change) return 'Setting';
  const item = change.item || change.setting;
  return change.device ? `${change.device.name}, ${item}` : item;
}
