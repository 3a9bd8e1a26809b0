/** The broker cannot serve as it is set up; the message says what to change. */
export class BrokerUnfit extends Error {}
