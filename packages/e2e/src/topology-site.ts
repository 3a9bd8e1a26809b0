import { pollUntil } from '@northlight/server/testing';
import type { Installer, Product, SeededDevice } from './seed.ts';

export const TOPOLOGY_PATH = '/manage/visualization/topo';
export const TOPOLOGY_SITE: readonly SeededDevice[] = [
  { model: 'NL-GW5', name: 'Gateway' },
  { model: 'NL-SW8P', name: 'Switch', uplink: ['Gateway', 'lan1'] },
  { model: 'NL-AP6C', name: 'Hall', uplink: ['Switch', 'p1'] },
  { model: 'NL-AP6C', name: 'Bar', uplink: ['Switch', 'p2'] },
];

export const findCard = ({ page }: Pick<Installer, 'page'>, name: string) =>
  page.locator('[data-card]').filter({ hasText: name });

/** Opens the drawing of a new site when all its links are known, so that no later report moves a card. */
export async function openTopologySite(product: Product): Promise<Installer> {
  const owner = await product.install({ devices: TOPOLOGY_SITE, path: '' });
  const { api, devices, page, project } = owner;
  const findId = (name: string): string | undefined => devices.find((device) => device.name === name)?.id;
  await pollUntil(async () => {
    const { links } = await api.call('topologyGet', { params: { projectId: project.id }, query: {} });
    return TOPOLOGY_SITE.every(
      ({ name, uplink }) =>
        !uplink ||
        links.some(
          ({ isInTree, lower, upper }) =>
            isInTree && lower.nodeId === findId(name) && upper.nodeId === findId(uplink[0]),
        ),
    );
  }, 60_000);
  await page.goto(`${TOPOLOGY_PATH}?project=${project.id}`);
  return owner;
}
