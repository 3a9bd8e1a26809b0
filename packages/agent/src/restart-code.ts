/** Exit code that asks the supervisor to start the agent again; any other code except 0 is a failure. */
export const RESTART_EXIT_CODE = 75;
