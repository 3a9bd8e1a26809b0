import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createDemoProject, createProject, createSession, createSharedProject } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { findButton, findPanel, press } from '../testing/steps.ts';
import { createMap, createMapAnswers, HALL_DEVICE, summarizeMap, WALL } from './testing/map-answers.ts';
import { chooseTool, clickPlan, drawing, expectWalls, findTool, walls } from './testing/map-steps.ts';

const COPY_ID = '0b9d6c1e-52a7-4f0e-8a55-3f1f6f0f2c11';

async function openPage(map = createMap(), project = createProject()) {
  const opened = await openConsole(`/manage/visualization/td?project=${project.id}`, {
    project,
    answers: createMapAnswers(map),
  });
  await expect.element(walls.first()).toBeInTheDocument();
  return opened;
}

it('keeps edits until they are saved, also over a reload, and steps through them', async () => {
  const { reload, sent } = await openPage();
  await chooseTool('Wall');
  await clickPlan([0.5, 0.3], [0.7, 0.3], [0.7, 0.6]);
  await expectWalls(3);
  await findButton('End the wall').click();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expectWalls(2);
  await userEvent.keyboard('{Control>}y{/Control}');
  await expect.element(page.getByText('Not saved: 2 added.')).toBeVisible();
  await expect
    .poll(() => sent.findLast(({ operation }) => operation === 'mapDraftSave')?.body)
    .toMatchObject({ plan: { walls: [WALL, {}, {}] } });
  await reload();
  await expectWalls(3);
  await findButton('Save').click();
  await expect.element(page.getByText('The floor plan was saved.')).toBeVisible();
  await findButton('More actions').click();
  await findButton('Versions').click();
  await expect.element(page.getByRole('dialog', { name: 'Versions' }).getByText('2 added')).toBeVisible();
  await expectAccessible();
});

it('edits a wall, a door, a move and a removal with the keyboard alone', async () => {
  await openPage();
  await press(findTool('Select'), 'ArrowRight');
  await expect.element(page.getByText('Drag a wall, or click its corners. Esc ends it.')).toBeVisible();
  drawing.element().focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}');
  await userEvent.keyboard('{Shift>}{ArrowRight>4/}{/Shift}{Enter}');
  const wall = page.getByRole('button', { name: 'Wall, Plasterboard, 4.00 m' });
  await expect.element(wall).toBeInTheDocument();
  await userEvent.keyboard('{Escape}{Escape}');
  await press(wall, 'Enter');
  const panel = findPanel('Wall');
  await panel.getByLabelText('Length (m)').fill('6');
  await press(page.getByRole('button', { name: 'Wall, Plasterboard, 6.00 m' }), 'Delete');
  await expectWalls(1);
  await press(findTool('Select'), 'ArrowRight');
  await userEvent.keyboard('{ArrowRight}');
  drawing.element().focus();
  // From the middle of the plan, at 25 m, to the wall at 10 m.
  await userEvent.keyboard('{Shift>}{ArrowLeft>15/}{/Shift}{Enter}');
  await expect.element(page.getByText('Not saved: 1 changed.')).toBeVisible();
  await press(walls, 'Enter');
  await expect.element(panel.getByRole('group', { name: 'Door 1' })).toBeVisible();
  await expectAccessible();
});

it('shows both sides of a wall that another person has saved meanwhile, keeps the chosen one, and can undo', async () => {
  const map = createMap();
  const { answer, publish } = await openPage(map);
  await press(walls, 'ArrowRight');
  await expect.element(page.getByText('Not saved: 1 changed.')).toBeVisible();
  const longer = { ...WALL, y2: 25 };
  const saved = { ...createMap({ walls: [longer] }), version: 3, changedBy: 'Olga' };
  answer({ mapGet: saved, mapList: { items: [summarizeMap(saved)] } });
  publish({ resource: 'maps', projectId: 7 });
  const notice = page.getByRole('alert').filter({ hasText: 'Olga has changed the same items.' });
  await notice.getByRole('button', { name: 'Resolve conflicts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve conflicts' });
  await expect.element(dialog.getByText('Wall at 10.0 m, 0.00 m')).toBeVisible();
  await expect.element(dialog.getByText('to 10.0 m, 25.0 m')).toBeVisible();
  await expectAccessible();
  await dialog.getByText('Theirs', { exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Reapply my changes' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(walls).toHaveAccessibleName(/25\.0 m/);
  await expect.element(findButton('Undo')).toBeEnabled();
});

it('keeps a floor plan that was deleted while it was edited as a new one', async () => {
  const map = createMap();
  const { answer, publish, sent } = await openPage(map);
  await press(walls, 'ArrowRight');
  await expect.element(page.getByText('Not saved: 1 changed.')).toBeVisible();
  answer({ mapList: { items: [] } });
  publish({ resource: 'maps', projectId: 7 });
  await expect.element(page.getByText('This floor plan was deleted while you edited it.')).toBeVisible();
  await expect.element(findButton('Save')).toHaveAttribute('aria-disabled', 'true');
  const copy = { ...map, id: COPY_ID, version: 1 };
  answer({
    mapList: { items: [summarizeMap(copy)] },
    mapCreate: copy,
    mapGet: copy,
    mapSave: ({ body: { plan }, params: { mapId } }) => ({ ...copy, id: mapId, version: 2, plan }),
  });
  await findButton('Save it as a new floor plan').click();
  await expect
    .poll(() => sent.findLast(({ operation }) => operation === 'mapSave')?.body)
    .toMatchObject({ baseVersion: 1, plan: { walls: [{ ...WALL, x1: 10.1, x2: 10.1 }] } });
  expect(sent.find(({ operation }) => operation === 'mapCreate')?.body).toMatchObject({
    name: 'Lobby',
    building: 'Main building',
    floor: 0,
  });
});

it('lets visitors of the demo edit a floor plan, but not save it', async () => {
  const place = { x: 20, y: 15, heightM: 2.8, azimuth: 0, mounting: 'ceiling' } as const;
  await openPage(createMap({ devices: [{ ...place, deviceId: HALL_DEVICE.id }] }), createDemoProject());
  const device = page.getByRole('button', { name: /^Hall, / });
  await expect.element(device).toBeInTheDocument();
  device.element().focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.element(page.getByText('The demo saves no floor plans.')).toBeVisible();
  await expectAccessible();
  await expect.element(findButton('Save')).toHaveAttribute('aria-disabled', 'true');
});

it('asks for the name, the picture and the size of a new floor plan', async () => {
  await openPage();
  await findButton('New floor plan').click();
  const dialog = page.getByRole('dialog', { name: 'New floor plan' });
  await dialog.getByRole('button', { name: 'Create floor plan' }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
});

it('shows a floor plan without tools to a viewer, whose keys do not change it', async () => {
  await openPage(createMap(), createSharedProject());
  await expect.element(page.getByRole('toolbar', { name: 'Edit the floor plan' })).not.toBeInTheDocument();
  await press(walls, 'Delete');
  await press(walls, 'Enter');
  await expect.element(findPanel('Wall')).toBeVisible();
  await expectWalls(1);
});

it('shows and reads lengths in feet and inches for an account that has chosen them', async () => {
  const map = createMap();
  const session = createSession();
  const { sent } = await openConsole('/manage/visualization/td?project=7', {
    project: createProject(),
    session: { ...session, account: { ...session.account, lengthUnit: 'ft' } },
    answers: createMapAnswers(map),
  });
  await press(page.getByRole('button', { name: 'Wall, Brick, 65 ft 7 in' }), 'Enter');
  const length = findPanel('Wall').getByLabelText('Length (ft)');
  await expect.element(length).toHaveValue('65 ft 7 in');
  await length.fill('32\' 9"');
  await expect.element(page.getByRole('button', { name: 'Wall, Brick, 32 ft 9 in' })).toBeInTheDocument();
  await expect.element(length).toHaveValue('32\' 9"');
  await expect
    .poll(() => sent.findLast(({ operation }) => operation === 'mapDraftSave')?.body)
    .toMatchObject({ plan: { walls: [{ y1: 0, y2: 9.982 }] } });
});
