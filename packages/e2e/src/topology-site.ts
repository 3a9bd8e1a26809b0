import type { Installer, SeededDevice } from './seed.ts';

export const TOPOLOGY_PATH = '/manage/visualization/topo';
export const TOPOLOGY_SITE: readonly SeededDevice[] = [
  { model: 'NL-GW5', name: 'Gateway' },
  { model: 'NL-SW8P', name: 'Switch', uplink: ['Gateway', 'lan1'] },
  { model: 'NL-AP6C', name: 'Hall', uplink: ['Switch', 'p1'] },
  { model: 'NL-AP6C', name: 'Bar', uplink: ['Switch', 'p2'] },
];

export const findCard = ({ page }: Pick<Installer, 'page'>, name: string) =>
  page.locator('.react-flow__node').filter({ hasText: name });
