import { Button, Group } from '@mantine/core';
import { ask } from '../app/confirm-store.ts';
import { sentenceOf } from '../kit/api/index.ts';
import { plural } from '../kit/format/index.ts';
import { GatedButton, off } from '../kit/controls/GatedButton.tsx';
import { useBottomBar } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { useNetworkDraft } from './draft-context.tsx';
import classes from './network.module.css';
import { Notice } from '../ui/Notice.tsx';

/** What waits to be applied, and the two ways out: review it, or let it go. */
export function StagedBar({ onReview }: { readonly onReview: () => void }) {
  const draft = useNetworkDraft();
  const bar = useBottomBar();
  if (draft.changes.length === 0) return null;
  const problems = draft.violations.length;
  const can = problems === 0 ? draft.can : off(`Put ${plural(problems, 'problem')} right first.`);
  const discard = () =>
    ask({
      title: `Discard ${plural(draft.changes.length, 'change')}?`,
      body: 'What you staged here is forgotten. The network stays as it is.',
      confirm: 'Discard',
      cancel: 'Keep',
      danger: true,
      onConfirm: () => void draft.discard(),
    });
  return (
    <section ref={bar} className={classes['bar']} aria-label="Staged changes">
      {draft.conflict && <Conflict onDiscard={discard} />}
      <Group gap={10}>
        <strong>{plural(draft.changes.length, 'change')} staged</strong>
        <span className="mut" role="status">
          {draft.saving ? 'Saving…' : 'Kept for you. Nothing has been sent to a device.'}
        </span>
        {draft.problem !== undefined && (
          <span className="err" role="alert">
            Not kept yet: {sentenceOf(draft.problem)} It is tried again.
          </span>
        )}
        {problems > 0 && <span className="err">{draft.violations[0]?.message}</span>}
        <span className={classes['spring']} />
        {!draft.conflict && (
          <>
            <Button variant="default" onClick={discard}>
              Discard
            </Button>
            <GatedButton can={can} onClick={onReview}>
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
  const meet = draft.collisions.length;
  return (
    <Notice tone="warning" title="The configuration was changed in the meantime">
      Somebody applied another configuration after you began.{' '}
      {meet === 0
        ? 'Nothing of it meets your edits.'
        : `${plural(meet, 'setting')} of yours ${meet === 1 ? 'was' : 'were'} changed there too.`}
      <Group mt="xs" gap={8}>
        {meet === 0 ? (
          <Button variant="default" onClick={() => draft.goOnTop({})}>
            Put my changes on top
          </Button>
        ) : (
          <Button variant="default" onClick={() => set({ dialog: 'merge' })}>
            Compare and choose
          </Button>
        )}
        <Button variant="default" onClick={onDiscard}>
          Discard mine
        </Button>
      </Group>
    </Notice>
  );
}
