import type { Project } from '@northlight/contract';
import { Button, Group, Stepper } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NotFoundPage } from '../app/NotFoundPage.tsx';
import { useCurrent } from '../app/current.tsx';
import { ApiError, createMutation, toErrorSentence } from '../kit/api/index.ts';
import { Page } from '../kit/page/index.ts';
import { getBrowserTimeZone } from './place-time-zone.ts';
import classes from './projects.module.css';
import {
  CREATE_STEP,
  DEVICES_STEP,
  createEmptyValues,
  findStepErrors,
  findStep,
  STEPS,
  type WizardValues,
} from './wizard-steps.ts';
import { WizardDone } from './WizardDone.tsx';
import { WizardStep } from './WizardStep.tsx';
import { Notice } from '../ui/Notice.tsx';

/** Wizard: name, scenario, mode, location, device password, then devices. */
export function NewProjectPage() {
  const { session } = useCurrent();
  const client = useQueryClient();
  const [step, setStep] = useState(0);
  const [created, setCreated] = useState<Project>();
  const [problem, setProblem] = useState<string>();
  const create = useMutation({ ...createMutation('projectCreate'), meta: { busy: 'saving' } });
  const form = useForm<WizardValues>({
    mode: 'controlled',
    initialValues: createEmptyValues(getBrowserTimeZone()),
  });

  const showErrors = (errors: Record<string, string>) => {
    form.setErrors(errors);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
  };
  const next = async () => {
    setProblem(undefined);
    const errors = findStepErrors(step, form.values);
    if (Object.keys(errors).length > 0) return showErrors(errors);
    if (step < CREATE_STEP) return setStep(step + 1);
    try {
      setCreated(await create.mutateAsync({ body: form.values }));
      await client.invalidateQueries({ queryKey: ['projectList'] });
      setStep(DEVICES_STEP);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined;
      const [first] = Object.keys(fields ?? {});
      if (!fields || first === undefined) return setProblem(toErrorSentence(error));
      setStep(findStep(first));
      showErrors({ ...fields });
    }
  };

  if (session.visitor) return <NotFoundPage />;
  return (
    <Page title="New project">
      <div className={`panel ${classes['wizard'] ?? ''}`}>
        <Stepper
          active={step}
          size="xs"
          iconSize={30}
          allowNextStepsSelect={false}
          onStepClick={(to) => !created && to < step && setStep(to)}
        >
          {STEPS.map((label) => (
            <Stepper.Step key={label} label={label} />
          ))}
        </Stepper>
        {created ? (
          <WizardDone project={created} />
        ) : (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void next();
            }}
          >
            <WizardStep step={step} form={form} />
            {problem && <Notice tone="error">{problem}</Notice>}
            <Group mt="lg" gap={8}>
              {step > 0 && (
                <Button variant="default" onClick={() => setStep(step - 1)}>
                  Back
                </Button>
              )}
              {/* The key prevents React from reusing the node, because the click that shows this step would submit it. */}
              <Button key={step} type="submit" loading={create.isPending}>
                {step === CREATE_STEP ? 'Create project' : 'Next'}
              </Button>
            </Group>
          </form>
        )}
      </div>
    </Page>
  );
}
