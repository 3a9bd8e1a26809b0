import { Button, Group } from '@mantine/core';
import type { Permission } from '@northlight/contract';
import { ask } from '../app/confirm-store.ts';
import { plural } from '../kit/format/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { useBottomBar } from '../kit/page/index.ts';
import { useGatewayDraft } from './draft-context.tsx';
import classes from './gateway.module.css';
import { Notice } from '../ui/Notice.tsx';

/** What waits to be applied, and the two ways out: review it, or let it go. */
export function StagedBar({ onReview }: { readonly onReview: () => void }) {
  const draft = useGatewayDraft();
  const bar = useBottomBar();
  if (draft.changes.length === 0) return null;
  const problems = draft.violations.length;
  const can: Permission =
    problems === 0
      ? draft.can
      : { allowed: false, code: 400, reason: `Put ${plural(problems, 'problem')} right first.` };
  const discard = () =>
    ask({
      title: `Discard ${plural(draft.changes.length, 'change')}?`,
      body: 'What you staged here is forgotten. The network stays as it is.',
      confirm: 'Discard',
      cancel: 'Keep',
      danger: true,
      onConfirm: draft.discard,
    });
  return (
    <section ref={bar} className={classes['bar']} aria-label="Staged changes">
      {draft.conflict && <Conflict />}
      <Group gap={10}>
        <strong>{plural(draft.changes.length, 'change')} staged</strong>
        <span className="mut">Nothing has been sent to a device.</span>
        {problems > 0 && <span className="err">{draft.violations[0]?.message}</span>}
        <span className={classes['spring']} />
        <Button variant="default" onClick={discard}>
          Discard
        </Button>
        {!draft.conflict && (
          <GatedButton can={can} onClick={onReview}>
            Review changes
          </GatedButton>
        )}
      </Group>
    </section>
  );
}

function Conflict() {
  const draft = useGatewayDraft();
  return (
    <Notice tone="warning" title="The configuration was changed meanwhile">
      Somebody applied another configuration after you began. Put your{' '}
      {plural(draft.changes.length, 'change')} on top of it, or discard yours and start from it.
      <Group mt="xs" gap={8}>
        <Button variant="default" onClick={draft.keepOnTop}>
          Load it and keep my changes
        </Button>
        <Button variant="default" onClick={draft.discard}>
          Load it and discard mine
        </Button>
      </Group>
    </Notice>
  );
}
