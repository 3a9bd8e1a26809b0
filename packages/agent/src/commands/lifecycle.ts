import type { CommandHandler } from './command-handler.ts';

/** Ends the process so that its supervisor starts it again. */
export type EndProcess = () => void;

export const restartHandler =
  (end: EndProcess): CommandHandler<'restart'> =>
  async (_args, { reboot, say }) => {
    say({ percent: 50, step: 'Restarting' });
    await reboot('restart');
    end();
    return {};
  };

/** The link forgets the configuration; the driver takes the factory's at the next start. */
export const resetHandler =
  (end: EndProcess): CommandHandler<'reset'> =>
  async (_args, { reboot, say }) => {
    say({ percent: 50, step: 'Resetting' });
    await reboot('reset');
    end();
    return {};
  };
