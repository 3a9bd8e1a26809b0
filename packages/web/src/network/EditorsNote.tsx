import { EDITOR_HEARTBEAT_SECONDS, type NetworkEditor } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../app/current.tsx';
import { q } from '../kit/api/index.ts';
import { Age, plural } from '../kit/format/index.ts';
import { useNetworkDraft } from './draft-context.tsx';
import classes from './network.module.css';

/** Who else has the configuration open or changes staged; asking tells the others of us. */
export function EditorsNote() {
  const { id, timeZone } = useProject();
  const { can } = useNetworkDraft();
  const editors = useQuery({
    ...q('networkEditorHeartbeat', { params: { projectId: id } }),
    enabled: can.allowed,
    refetchInterval: EDITOR_HEARTBEAT_SECONDS * 1000,
  });
  const others = editors.data?.items ?? [];
  if (others.length === 0) return null;
  return (
    <ul className={classes['editors']} aria-label="Also here">
      {others.map((editor) => (
        <li key={editor.name}>
          <strong>{editor.name}</strong> {wordsOf(editor)}
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

function wordsOf({ changes, present }: NetworkEditor): string {
  const staged = changes > 0 ? `${plural(changes, 'change')} staged` : '';
  if (!present) return `has ${staged}`;
  return staged ? `is here too, ${staged}` : 'is here too';
}
