import { Button } from '@mantine/core';
import IconBulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs';
import { useState } from 'react';
import { localState } from '../../kit/local-state/index.ts';
import { listTips } from './list-tips.ts';
import classes from '../topology.module.css';

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
