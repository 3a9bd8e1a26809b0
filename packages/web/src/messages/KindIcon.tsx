import type { Message } from '@northlight/contract';
import IconFolderShare from '@tabler/icons-react/dist/esm/icons/IconFolderShare.mjs';
import IconRouter from '@tabler/icons-react/dist/esm/icons/IconRouter.mjs';
import IconTransfer from '@tabler/icons-react/dist/esm/icons/IconTransfer.mjs';
import classes from './messages.module.css';

const ICONS = { device: IconRouter, transfer: IconTransfer, share: IconFolderShare } as const;

/** Icon for the kind of a message. */
export function KindIcon({ kind }: { readonly kind: Message['kind'] }) {
  const Icon = ICONS[kind];
  return (
    <span className={`centre fixed inset mut ${classes['kind']}`} aria-hidden>
      <Icon size={18} stroke={1.7} />
    </span>
  );
}
