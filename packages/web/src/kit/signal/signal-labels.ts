/** Names of the signal levels 0 to 4. */
export const SIGNAL_LABELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Very good'] as const;
