import type { TemplateOutcome, TemplateSummary } from '@northlight/contract';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { type SkippedProject, formatOutcomeTitle } from '../template-labels.ts';
import { ChooseProjects } from './ChooseProjects.tsx';
import { Outcomes } from './Outcomes.tsx';
import { ReviewProjects } from './ReviewProjects.tsx';

interface ApplyDialogProps {
  readonly template: TemplateSummary;
  readonly onClose: () => void;
}

type Step = 'choose' | 'review' | 'outcome';

/** Selects projects, reviews the changes in each, and shows the results. */
export function ApplyDialog({ onClose, template }: ApplyDialogProps) {
  const [step, setStep] = useState<Step>('choose');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [outcomes, setOutcomes] = useState<readonly TemplateOutcome[]>([]);
  const [leftOut, setLeftOut] = useState<readonly SkippedProject[]>([]);
  const titles: Readonly<Record<Step, string>> = {
    choose: `Apply ${template.name}`,
    review: `Review ${template.name}`,
    outcome: formatOutcomeTitle(outcomes, leftOut),
  };
  return (
    <Modal opened onClose={onClose} title={titles[step]} size={POPUP_WIDTHS.wide}>
      {step === 'choose' && (
        <ChooseProjects
          chosen={chosen}
          onChange={setChosen}
          onNext={() => setStep('review')}
          onCancel={onClose}
        />
      )}
      {step === 'review' && (
        <ReviewProjects
          templateId={template.id}
          chosen={chosen}
          onBack={() => setStep('choose')}
          onApplied={(items, others) => {
            setOutcomes(items);
            setLeftOut(others);
            setStep('outcome');
          }}
        />
      )}
      {step === 'outcome' && (
        <Outcomes
          outcomes={outcomes}
          leftOut={leftOut}
          onReviewAgain={(refused) => {
            setChosen(refused);
            setStep('review');
          }}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
