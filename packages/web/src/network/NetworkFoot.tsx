import { EDITOR_HEARTBEAT_SECONDS, type NetworkEditor } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../app/shell-context.tsx';
import { StagedBar, useNetworkDraft } from '../draft/index.ts';
import { createQuery } from '../kit/api/index.ts';
import { Age, formatPlural } from '../kit/format/index.ts';
import classes from './network.module.css';

/** Other editors of the configuration, and the bar of staged changes. */
export const NetworkFoot = () => (
  <>
    <EditorsNote />
    <StagedBar />
  </>
);

/**
 * Lists other users who have the configuration open or have staged changes. Its request also registers this
 * user as an editor.
 */
function EditorsNote() {
  const { id, timeZone } = useProject();
  const { can } = useNetworkDraft();
  const editors = useQuery({
    ...createQuery('networkEditorHeartbeat', { params: { projectId: id } }),
    enabled: can.allowed,
    refetchInterval: EDITOR_HEARTBEAT_SECONDS * 1000,
  });
  const others = editors.data?.items ?? [];
  if (others.length === 0) return null;
  return (
    <ul className={`flex wrap fixed mut gap-16 ${classes['editors']}`} aria-label="Other editors">
      {others.map((editor) => (
        <li key={editor.name}>
          <strong className="ink">{editor.name}</strong> {describeEditor(editor)}
          {editor.changedAt && editor.changes > 0 && (
            <>
              , <Age at={editor.changedAt} timeZone={timeZone} verb="edited" />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function describeEditor({ changes, present }: NetworkEditor): string {
  const staged = changes > 0 ? `${formatPlural(changes, 'change')} staged` : '';
  if (!present) return `has ${staged}`;
  return staged ? `also has this open, ${staged}` : 'also has this open';
}
