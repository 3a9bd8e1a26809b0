import { Button, Group } from '@mantine/core';
import { ask } from '../app/confirm-store.ts';
import { toErrorSentence } from '../kit/api/index.ts';
import { formatPlural } from '../kit/format/index.ts';
import { GatedButton, deny } from '../kit/controls/GatedButton.tsx';
import { UndoButtons } from '../kit/document/UndoButtons.tsx';
import { useBottomBar } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { useNetworkDraft } from './draft-context.tsx';
import classes from './draft.module.css';
import { Notice } from '../ui/Notice.tsx';

/** Bar with the number of staged changes, and buttons to review or discard them. */
export function StagedBar() {
  const draft = useNetworkDraft();
  const bar = useBottomBar();
  const { search, set } = useUrlState();
  if (draft.changes.length === 0) return null;
  const problems = draft.violations.length;
  const can = problems === 0 ? draft.can : deny(`Fix ${formatPlural(problems, 'problem')} first.`);
  const discard = () =>
    ask({
      title: `Discard ${formatPlural(draft.changes.length, 'change')}?`,
      body: 'Your draft is deleted. The network stays unchanged.',
      confirm: 'Discard changes',
      cancel: 'Keep',
      danger: true,
      onConfirm: () => void draft.discard(),
    });
  return (
    <section
      ref={bar}
      className={`fixed raised ${classes['bar']}`}
      data-panel={search.open !== undefined || undefined}
      aria-label="Staged changes"
    >
      {draft.conflict && <Conflict onDiscard={discard} />}
      <Group gap={10}>
        <strong>{formatPlural(draft.changes.length, 'change')} staged</strong>
        <span className="mut" role="status">
          {draft.saving ? 'Saving…' : 'Draft saved. Not sent to devices yet.'}
        </span>
        {draft.problem !== undefined && (
          <span className="err" role="alert">
            Draft not saved: {toErrorSentence(draft.problem)} Retrying automatically.
          </span>
        )}
        {problems > 0 && <span className="err">{draft.violations[0]?.message}</span>}
        <span className="grow" />
        {!draft.conflict && (
          <>
            <UndoButtons undo={draft.undo} redo={draft.redo} />
            <Button variant="default" onClick={discard}>
              Discard changes
            </Button>
            <GatedButton
              can={can}
              variant={search.open === undefined ? 'filled' : 'default'}
              onClick={() => set({ dialog: 'review' })}
            >
              Review changes
            </GatedButton>
          </>
        )}
      </Group>
    </section>
  );
}

function Conflict({ onDiscard }: { readonly onDiscard: () => void }) {
  const draft = useNetworkDraft();
  const { set } = useUrlState();
  const collisions = draft.collisions.length;
  return (
    <Notice tone="warning" title="The configuration was changed in the meantime">
      Another configuration was applied after you started editing.{' '}
      {collisions === 0
        ? 'No conflicts with your changes.'
        : `${formatPlural(collisions, 'setting')} ${collisions === 1 ? 'was' : 'were'} changed on both sides.`}
      <Group mt="xs" gap={8}>
        {collisions === 0 ? (
          <Button variant="default" onClick={() => draft.rebaseEdits(() => 'mine')}>
            Reapply my changes
          </Button>
        ) : (
          <Button variant="default" onClick={() => set({ dialog: 'merge' })}>
            Compare and choose
          </Button>
        )}
        <Button variant="default" onClick={onDiscard}>
          Discard my changes
        </Button>
      </Group>
    </Notice>
  );
}
