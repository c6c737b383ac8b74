/** Where time comes in. A test passes a clock of its own and holds it. */

/** Milliseconds since the Unix epoch. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
