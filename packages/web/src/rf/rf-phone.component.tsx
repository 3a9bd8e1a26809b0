import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openConsole } from '../testing/open-console.tsx';
import { createRfAnswers, createRun, MEASURED_RUN, POWERED_PLAN, ROWS } from './testing/rf-answers.ts';
import { toRadioId } from './rf-texts.ts';

const RADIO = encodeURIComponent(ROWS.slice(0, 1).map(toRadioId).join());
const VIEWS = [
  ['plan', '', '20 → 14 dBm'],
  ['radio of the plan', `&open=${RADIO}`, 'Airtime used by others'],
  ['interference', '&tab=interference', 'Worst pairs'],
  ['radios', '&tab=radios', 'AP-2 5 GHz'],
  ['radio', `&tab=radios&open=${RADIO}`, 'On its channel'],
  ['history', '&tab=history', 'Completed'],
  ['optimization', `&tab=history&open=${MEASURED_RUN.id}`, 'Measured'],
  ['settings', '&tab=settings', 'Radios that keep their channels'],
] as const;

it.each(VIEWS)(
  'does not scroll the %s sideways on a phone, and is accessible',
  async (_view, query, text) => {
    await openConsole(`/manage/rfconf?project=7${query}`, {
      size: [390, 844],
      answers: createRfAnswers({ run: createRun({ plan: POWERED_PLAN }), older: [MEASURED_RUN] }),
    });
    await expect.element(page.getByText(text).first()).toBeInTheDocument();
    const main = document.querySelector('main');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(main?.scrollWidth).toBeLessThanOrEqual(main?.clientWidth ?? 0);
    await expectAccessible();
  },
);
