/** The agent ends with this code when its supervisor is to start it again; any other end but 0 is a fault. */
export const RESTART_EXIT_CODE = 75;
