/** Exit code after which the supervisor starts the agent again; any other code except 0 is a failure. */
export const RESTART_EXIT_CODE = 75;
