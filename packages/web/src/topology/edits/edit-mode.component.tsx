import { ERRORS, type TopologyEdits } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, Refusal } from '../../testing/answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDemoProject, createProject } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findButton, findPanel, press } from '../../testing/steps.ts';
import { NO_EDITS } from '../testing/no-edits.ts';
import { createTopology, createTopologyAnswers, SITE } from '../testing/topology-answers.ts';
import { findCard } from '../testing/topology-steps.ts';

const unsaved = page.getByText('1 change not saved');

async function openEditor(answers: Answers = {}, project = createProject()) {
  const opened = await openConsole(`/manage/visualization/topo?project=${project.id}`, {
    project,
    devices: SITE,
    answers: { ...createTopologyAnswers(), ...answers },
  });
  await expect.element(findCard('Bar')).toBeVisible();
  await findButton('Edit').click();
  await expect.element(page.getByRole('toolbar', { name: 'Edit the network topology' })).toBeVisible();
  return opened;
}

const readPosition = (name: string): readonly number[] => {
  const card = findCard(name).element();
  const transform = card instanceof HTMLElement ? card.style.transform : '';
  return [...transform.matchAll(/-?[\d.]+/g)].map(([value]) => Number(value));
};
const readPositions = () => ({
  switch: readPosition('Switch'),
  hall: readPosition('Hall'),
  gateway: readPosition('Gateway'),
});

/** Drags a card by a distance on the screen (px). */
async function drag(name: string, x: number, y: number): Promise<void> {
  const card = findCard(name).element().getBoundingClientRect();
  const drawing = document.querySelector('[role="application"]') ?? document.body;
  const frame = drawing.getBoundingClientRect();
  await userEvent.dragAndDrop(findCard(name), drawing, {
    steps: 4,
    sourcePosition: { x: card.width / 2, y: card.height / 2 },
    targetPosition: {
      x: card.left + card.width / 2 - frame.left + x,
      y: card.top + card.height / 2 - frame.top + y,
    },
  });
  await expect.element(unsaved).toBeVisible();
}

const subtract = (one: readonly number[], other: readonly number[]): readonly number[] =>
  one.map((value, index) => value - (other[index] ?? 0));

it('moves a card with everything below it, undoes and redoes this, and keeps it after a reload', async () => {
  let edits: TopologyEdits = NO_EDITS;
  const { reload } = await openEditor({
    topologyGet: () => createTopology({ edits }),
    topologyEditSave: ({ body: { changes } }) => {
      edits = {
        ...NO_EDITS,
        revision: 1,
        positions: changes.flatMap((change) =>
          change.list === 'positions' && change.value ? [change.value] : [],
        ),
      };
      return edits;
    },
  });
  const before = readPositions();
  await drag('Switch', 160, 90);
  await expect.poll(() => Math.hypot(...subtract(readPosition('Switch'), before.switch))).toBeGreaterThan(50);
  await expect
    .poll(() => subtract(readPosition('Hall'), readPosition('Switch')))
    .toEqual(subtract(before.hall, before.switch));
  const moved = readPositions();
  expect(moved.gateway).toEqual(before.gateway);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(readPositions).toEqual(before);
  await userEvent.keyboard('{Control>}y{/Control}');
  await expect.poll(readPositions).toEqual(moved);
  await findButton('Save').click();
  await expect.element(findButton('Edit')).toBeVisible();
  await reload();
  await expect.element(findCard('Bar')).toBeVisible();
  await expect.poll(readPositions).toEqual(moved);
});

it('moves, hides and shows a card again with the keyboard alone', async () => {
  await openEditor();
  const [before = 0] = readPosition('Bar');
  await press(findCard('Bar'), 'Enter');
  const hide = findPanel('Device').getByRole('button', { name: 'Hide with everything below it' });
  await expect.element(hide).toBeVisible();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(() => readPosition('Bar')[0]).toBeGreaterThan(before);
  await expect.element(unsaved).toBeVisible();
  await press(hide, 'Enter');
  await expect.element(findCard('Bar')).not.toBeInTheDocument();
  await expectAccessible();
  await press(findButton('1 hidden'), 'Enter');
  await press(page.getByRole('menuitem', { name: 'Show Bar' }), 'Enter');
  await expect.element(findCard('Bar')).toBeVisible();
  await expectAccessible();
});

it('shows both sides of items that another user has saved meanwhile, and keeps the chosen one of each', async () => {
  let edits: TopologyEdits = NO_EDITS;
  const { code, message, status } = ERRORS.configConflict;
  await openEditor({
    topologyGet: () => createTopology({ edits }),
    topologyEditSave: new Refusal(status, { code, message }),
  });
  await press(findCard('Bar'), 'Enter');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(unsaved).toBeVisible();
  const hide = findPanel('Device').getByRole('button', { name: 'Hide with everything below it' });
  await press(hide, 'Enter');
  await expect.element(page.getByText('2 changes not saved')).toBeVisible();
  const bar = SITE.find(({ name }) => name === 'Bar')?.id ?? '';
  edits = {
    ...NO_EDITS,
    revision: 1,
    positions: [{ nodeId: bar, direction: 'vertical', x: 300, y: 70 }],
  };
  await findButton('Save').click();
  const notice = page.getByRole('alert').filter({ hasText: 'Another user has changed the same items.' });
  await expect.element(notice.getByText('Position of Bar')).toBeVisible();
  await notice.getByRole('button', { name: 'Resolve conflicts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve conflicts' });
  await expect.element(dialog.getByText('300 px to the right, 70 px down')).toBeVisible();
  await expectAccessible();
  await dialog.getByText('Theirs', { exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Reapply my changes' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(unsaved).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Drag a card to move its branch')).toBeVisible();
});

it('keeps unsaved changes with the account until they are discarded', async () => {
  const { reload } = await openEditor();
  const { hall } = readPositions();
  await drag('Switch', 60, 90);
  const moved = readPositions();
  await page.getByRole('link', { name: 'Device Maintenance' }).click();
  await expect.element(page.getByRole('heading', { name: 'Device Maintenance' })).toBeVisible();
  await reload();
  await page.getByRole('link', { name: 'Network Topology' }).click();
  await expect.element(unsaved).toBeVisible();
  await expect.poll(readPositions).toEqual(moved);
  await findButton('Undo').click();
  await expect.poll(() => readPosition('Hall')).toEqual(hall);
  await findButton('Redo').click();
  await expect.element(unsaved).toBeVisible();
  await findButton('Discard').click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(unsaved).toBeVisible();
  await findButton('Discard').click();
  await findButton('Discard changes').click();
  await expect.element(findButton('Edit')).toBeVisible();
  await page.getByRole('link', { name: 'Device Maintenance' }).click();
  await page.getByRole('link', { name: 'Network Topology' }).click();
  await expect.element(findButton('Edit')).toBeVisible();
  await expect.poll(() => readPosition('Hall')).toEqual(hall);
});

it('lets visitors of the demo try edits, which are not saved', async () => {
  const { code, message, status } = ERRORS.demoProject;
  await openEditor({ topologyEditSave: new Refusal(status, { code, message }) }, createDemoProject());
  await drag('Bar', 80, 40);
  await findButton('Save').click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(unsaved).toBeVisible();
  await page.getByRole('link', { name: 'Device Maintenance' }).click();
  await findButton('Keep editing').click();
  await expect.element(unsaved).toBeVisible();
});
