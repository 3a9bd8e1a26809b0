import {
  changesPower,
  isChangedRow,
  type RfMeasurement,
  type RfPlan,
  type RfPlanRow,
  type RfRun,
} from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ButtonLink } from '../../app/app-link.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { toErrorSentence } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatPlural, formatTime } from '../../kit/format/index.ts';
import { PanelFoot, Section } from '../../kit/page/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { PATHS } from '../../paths.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ApplicationState } from '../plan/ApplicationState.tsx';
import {
  describeEffect,
  describeMeasured,
  describeTrigger,
  formatActor,
  formatRadioState,
  formatRadioName,
  RUN_STATES,
  toRadioId,
} from '../rf-texts.ts';
import { useRun, useRuns } from '../use-rf.ts';
import classes from '../rf.module.css';

const MeasuredChart = lazy(async () => ({ default: (await import('./MeasuredChart.tsx')).MeasuredChart }));

/** An optimization with its plan, and the button that restores the channels before it. */
export function RunPanel({ run }: { readonly run: RfRun }) {
  const { timeZone } = useProject();
  const { data: detail, error } = useRun(run.id);
  const isNewest = useRuns().data?.items[0]?.id === run.id;
  const { set } = useUrlState();
  const { application, endedAt, problem, startedAt, state } = run;
  const isApplied = application?.state === 'applied' || application?.state === 'restored';
  return (
    <>
      {application && (
        <div className={classes['inPanel']}>
          <ApplicationState run={run} />
        </div>
      )}
      {problem !== undefined && <Notice tone={state === 'failed' ? 'error' : 'plain'}>{problem}</Notice>}
      <Section title="Optimization">
        <Facts
          items={[
            { label: 'State', value: RUN_STATES[state] },
            { label: 'Trigger', value: describeTrigger(run) },
            {
              label: 'Started',
              value: `${formatTime(startedAt, timeZone)} by ${formatActor(run.startedBy)}`,
            },
            ...(endedAt === undefined ? [] : [{ label: 'Ended', value: formatTime(endedAt, timeZone) }]),
            ...(detail?.plan ? [{ label: 'Predicted', value: describeEffect(detail.plan) }] : []),
            ...(detail && isApplied ? [{ label: 'Measured', value: describeMeasured(detail) }] : []),
          ]}
        />
      </Section>
      {error && <Notice tone="error">{toErrorSentence(error)}</Notice>}
      {!detail && !error && <Skeleton height={160} />}
      {detail?.measurement && (
        <Suspense fallback={<Skeleton height={180} />}>
          <MeasuredChart windows={detail.measurement.windows} />
        </Suspense>
      )}
      {detail?.plan && <Changes plan={detail.plan} measurement={detail.measurement} />}
      {detail && (isApplied || isNewest) && (
        <PanelFoot>
          {isNewest && (
            <ButtonLink variant="default" to={PATHS.rf} search={{}}>
              Open the plan
            </ButtonLink>
          )}
          {isApplied && (
            <GatedButton can={detail.can.restore} onClick={() => set({ dialog: 'restore' })}>
              Restore what was before
            </GatedButton>
          )}
        </PanelFoot>
      )}
    </>
  );
}

/** Formats the airtime that others use, before and after: `41 → 6`. */
const formatOthers = (before: number, after: number): string =>
  `${Math.round(before * 100)} → ${Math.round(after * 100)}`;

const formatMeasured = (radio: RfMeasurement['radios'][number] | undefined): string =>
  radio ? formatOthers(radio.before, radio.after) : '–';

/** Formats the change of a radio: `36, 80 MHz → 52, 80 MHz`. */
function formatChange(row: RfPlanRow): string {
  const [before, after] = changesPower(row) ? [row.power?.now, row.power?.proposed] : [];
  const proposed = row.turnsOff ? 'Off' : formatRadioState(row.proposed, after);
  return `${formatRadioState(row.now, before)} → ${proposed}`;
}

/** Changed radios that the panel lists; a site can have thousands. */
const ROWS_SHOWN = 200;

interface ChangesProps {
  readonly plan: RfPlan;
  readonly measurement: RfMeasurement | undefined;
}

function Changes({ measurement, plan: { rows } }: ChangesProps) {
  const changed = rows.filter(isChangedRow);
  const measured = new Map(measurement?.radios.map((radio) => [toRadioId(radio), radio]));
  return (
    <Section
      title="Changes"
      aside={<span className="mut">{formatPlural(changed.length, 'radio')}, airtime of others in %</span>}
    >
      {changed.length === 0 ? (
        <p className="mut">No radio changes its channel.</p>
      ) : (
        <table className={`figures lined ${classes['changes']}`}>
          <thead>
            <tr>
              <th scope="col">Radio and change</th>
              <th scope="col">Predicted</th>
              {measurement && <th scope="col">Measured</th>}
            </tr>
          </thead>
          <tbody>
            {changed.slice(0, ROWS_SHOWN).map((row) => (
              <tr key={toRadioId(row)}>
                <th scope="row">
                  {formatRadioName(row)} <span className="mut">{formatChange(row)}</span>
                </th>
                <td>{formatOthers(row.othersBefore, row.othersAfter)}</td>
                {measurement && <td>{formatMeasured(measured.get(toRadioId(row)))}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changed.length > ROWS_SHOWN && (
        <p className="mut above">{formatPlural(changed.length - ROWS_SHOWN, 'further radio')}</p>
      )}
    </Section>
  );
}
