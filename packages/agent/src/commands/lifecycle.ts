import type { CommandHandler } from './command-handler.ts';

/** Ends the process so that the supervisor restarts it. */
export type EndProcess = () => void;

export const createRestartHandler =
  (end: EndProcess): CommandHandler<'restart'> =>
  async (_args, { reboot, reportProgress }) => {
    reportProgress({ percent: 50, step: 'Restarting' });
    await reboot('restart');
    end();
    return {};
  };

/**
 * Handles a factory reset. The link clears the saved configuration, and the driver applies the factory
 * configuration at the next start.
 */
export const createResetHandler =
  (end: EndProcess): CommandHandler<'reset'> =>
  async (_args, { reboot, reportProgress }) => {
    reportProgress({ percent: 50, step: 'Resetting' });
    await reboot('reset');
    end();
    return {};
  };
