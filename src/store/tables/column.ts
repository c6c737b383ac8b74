/** Types of columns. */

/** 0 or 1. */
export type Flag = number

export type Gid = number

/** Milliseconds since the Unix epoch. */
export type Timestamp = number
