import { buildConsole } from '../build-console.ts';
import { checkPageSizes } from '../page-sizes.ts';
import { createLogPath, type Part } from './part.ts';
import { EMPTY_REPORT } from './part-report.ts';

/** Returns the part that builds the console and compares the size of its pages with their budget. */
export const createConsolePart = (): Part => ({
  title: 'console build',
  command: 'npm run build',
  run: async () => {
    const log = createLogPath('console build');
    const code = await buildConsole({ log });
    const problems = code === 0 ? checkPageSizes() : [`The build ended with code ${code}; see ${log}.`];
    return {
      ...EMPTY_REPORT,
      failures: problems.map((text) => ({ file: '', title: '', text })),
      log,
    };
  },
});
