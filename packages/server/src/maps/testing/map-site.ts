import { createEmptyPlan, DEFAULT_PLAN_SETTINGS, type FloorPlan } from '@northlight/contract';
import { createProject, type TestBrowser, type TestServer } from '../../testing/index.ts';

export const FIRST_FLOOR = {
  name: 'First floor',
  building: 'Main building',
  floor: 0,
  settings: DEFAULT_PLAN_SETTINGS,
};
export const EMPTY = createEmptyPlan(DEFAULT_PLAN_SETTINGS);
export const createWall = (id: string, x2 = 20) => ({ id, x1: 0, y1: 10, x2, y2: 10, material: 'brick' });
export const place = (deviceId: string, x = 10) => ({
  deviceId,
  x,
  y: 5,
  heightM: 2.8,
  azimuth: 0,
  mounting: 'ceiling' as const,
});

let sites = 0;

/** Creates a project with an access point and a floor plan, shared with a writer and a reader. */
export async function createSite(world: TestServer) {
  sites += 1;
  const names = { writer: `writer${sites}@example.com`, reader: `reader${sites}@example.com` };
  const owner = await world.signedUp();
  const [writer, reader] = [await world.signedUp(names.writer), await world.signedUp(names.reader)];
  const { id: projectId } = await createProject(owner);
  const params = { projectId };
  const share = (account: string, right: 'r' | 'rw') =>
    owner.call('shareCreate', { params, body: { account, right, validity: { kind: 'permanent' } } });
  await share(names.writer, 'rw');
  await share(names.reader, 'r');
  const [base] = await world.register({ model: 'NL-AP6C' });
  if (!base) throw new Error('There is no base device.');
  const device = await owner.call('deviceAdd', { params, body: { sn: base.sn, claimCode: base.claimCode } });
  const map = await owner.call('mapCreate', { params, body: FIRST_FLOOR });
  const save = (browser: TestBrowser, baseVersion: number, part: Partial<FloorPlan>) =>
    browser.call('mapSave', { params: one, body: { baseVersion, plan: { ...EMPTY, ...part } } });
  const refuse = (browser: TestBrowser, baseVersion: number, part: Partial<FloorPlan>) =>
    browser.refused('mapSave', { params: one, body: { baseVersion, plan: { ...EMPTY, ...part } } });
  const one = { projectId, mapId: map.id };
  return { names, owner, writer, reader, params, one, map, deviceId: device.id, save, refuse };
}

export const upload = (browser: TestBrowser, projectId: number, bytes: Buffer, pages = 'split') => {
  const body = new FormData();
  body.set('file', new File([new Uint8Array(bytes)], 'floor.pdf'));
  return browser.fetch(`/api/v1/projects/${projectId}/map-pictures?pages=${pages}`, {
    method: 'POST',
    body,
  });
};
