import type { Exception, KeptNames } from './language.ts';

/** Areas that the language rules do not cover yet. Remove an area when it is rewritten; never add one. */
export const PENDING: readonly string[] = [];

/** Names of the public API and the device protocol, which other programs use. */
export const KEPT_NAMES: KeptNames = {};

/** Correct uses of refused phrases, by file. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    path: 'packages/contract/src/rule-book/testing/routes-and-pools.ts',
    phrase: 'say',
    reason: 'Quotes the specification.',
  },
  ...[
    'packages/contract/src/maps/materials.ts',
    'packages/contract/src/maps/plan.test.ts',
    'packages/contract/src/maps/plan.ts',
    'packages/contract/src/maps/radio-sources.test.ts',
    'packages/contract/src/maps/radio-sources.ts',
    'packages/contract/src/maps/testing/plans.ts',
    'packages/contract/src/openapi/examples/map-examples.ts',
    'packages/demo/src/floor-plans.ts',
    'packages/rf/src/map/path-loss.ts',
    'packages/server/src/maps/check-plan.ts',
    'packages/server/src/maps/materials.ts',
    'packages/server/src/maps/save.ts',
    'packages/simulator/src/building/building.ts',
    'packages/simulator/src/building/hotel-building.ts',
    'packages/simulator/src/building/indoor-air.test.ts',
    'packages/simulator/src/building/indoor-air.ts',
    'packages/web/src/help/pages/wifi-map.md',
    'packages/web/src/maps/ItemPanel.tsx',
    'packages/web/src/maps/dialogs/MaterialsDialog.tsx',
    'packages/web/src/maps/drawing/PlanCanvas.tsx',
    'packages/web/src/maps/drawing/PlanItems.tsx',
    'packages/web/src/maps/PlanTable.tsx',
    'packages/web/src/maps/drawing/PlanToolbar.tsx',
    'packages/web/src/maps/maps-page.component.tsx',
    'packages/web/src/maps/maps.module.css',
    'packages/web/src/maps/plan/plan-changes.test.ts',
    'packages/web/src/maps/plan/plan-changes.ts',
    'packages/web/src/maps/heat/send-scene.test.ts',
    'packages/web/src/maps/drawing/use-drawing-tool.ts',
    'scripts/rf-check.ts',
  ].map((path) => ({
    path,
    phrase: 'metaphor',
    reason: 'Names the doors of buildings.',
  })),
];
