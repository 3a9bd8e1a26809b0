import { dirname } from 'node:path';
import { createRequire } from 'node:module';
import { rfPlan } from '@northlight/contract';
import { z } from 'zod';
import { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { PlanAnswer, PlanOrder } from './plan-program.ts';

/** Computes plans, each in a process of its own, in turns of the accounts. */
export const planProcess = new Sandbox<PlanOrder, PlanAnswer>({
  program: new URL('plan-program.ts', import.meta.url),
  sources: [
    dirname(import.meta.dirname),
    dirname(dirname(createRequire(import.meta.url).resolve('@northlight/rf/plan'))),
  ],
  answer: z.object({
    best: z.array(z.number().int().nonnegative()),
    plan: rfPlan,
    modelledLosses: z.array(z.object({ a: z.number(), b: z.number(), lossDb: z.number() })).optional(),
    places: z.object({ source: z.enum(['map', 'clients']), places: z.array(z.array(z.number())) }).optional(),
    isWorthwhile: z.boolean().optional(),
  }),
  timeMs: 60_000,
  memoryMb: 1024,
  heapMb: 512,
  nativeCode: false,
  slots: 2,
  waiting: 50,
  busy: 'Too many RF optimizations are running now.',
});
