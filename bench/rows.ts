/** What all rows of the bench share. */
import type { Contender } from './contender.ts'
import type { Line } from './table.ts'

/** Tasks in the store, unless a row says otherwise. */
export const SIZE = 100_000

/** Takes a finished line, and the contender that may be asked where its time goes. */
export type Report = (line: Line, ours?: Contender) => Promise<void>

/** Measures one group of rows. Ends every process that it starts. */
export type Rows = (report: Report) => Promise<void>
