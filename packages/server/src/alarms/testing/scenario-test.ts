import { expect, test } from 'vitest';
import type { TestBrowser, TestServer } from '../../testing/index.ts';
import { AlarmSite } from './alarm-site.ts';
import type { Scenario } from './scenario.ts';

/** Returns true for every fifth scenario; the other scenarios run with the tag `proof`. */
const isSample = (_scenario: Scenario, index: number): boolean => index % 5 === 0;

/** Adds a test of each scenario, which compares all alarms at its end. */
export function testScenarios(
  scenarios: readonly Scenario[],
  getWorld: () => { readonly world: TestServer; readonly owner: TestBrowser },
): void {
  const playScenario = async ({ plan, play, shows }: Scenario): Promise<void> => {
    const { owner, world } = getWorld();
    const site = await AlarmSite.make(world, owner, plan);
    await play(site);
    expect(await site.shown()).toEqual([...shows].sort());
    await site.remove();
  };
  test.each(scenarios.filter(isSample))('$title', playScenario);
  test.each(scenarios.filter((scenario, index) => !isSample(scenario, index)))(
    '$title',
    { tags: ['proof'] },
    playScenario,
  );
}
