/**
 * Shared parts of all rows of the bench: a work that is done by us, by the older checkout if there is one, and by
 * others.
 */
import { type Checkout, here, olderCheckout } from './checkout.ts'
import { type Contender, race } from './contender.ts'
import { type Comparison, comparison, cost, type TableLine } from './table.ts'

/** Receives a finished line, and the contender that can be profiled. */
export type ReportRow = (line: TableLine, ours?: Contender) => Promise<void>

/** Measures one group of rows. Ends every process that it starts. */
export type RowMeasurement = (report: ReportRow) => Promise<void>

/** Another contender that does the same work. */
export interface OtherComparison extends Omit<Comparison, 'work'> {
  start(): Promise<Contender>
}

export interface Measurement {
  work: string
  /** The work as a checkout does it. */
  by(checkout: Checkout): Promise<Contender>
  /** Without another contender, the line shows the cost of the work. */
  others: OtherComparison[]
  /** Whether the result is a number per second. */
  isRate?: boolean
  /** See `race`. */
  warmUps?: number
}

/** This checkout, and the older one. */
export const checkouts = (): Checkout[] => [here, ...[olderCheckout() ?? []].flat()]

/** Measures all of them in turn, and reports a line for each comparison. */
export async function measure(report: ReportRow, { work, by, others, isRate, warmUps }: Measurement): Promise<void> {
  const started: Contender[] = []
  try {
    for (const checkout of checkouts()) started.push(await by(checkout))
    const own = started.length
    for (const other of others) started.push(await other.start())
    const rates = await race(started, warmUps)
    const [ours = []] = rates
    const older = own > 1 ? rates[1] : undefined
    if (others.length === 0) {
      await report(cost({ work, against: '', target: '' }, { ours, older }, isRate), started[0])
    }
    for (const [index, other] of others.entries()) {
      const line = comparison({ ...other, work }, { ours, older, other: rates[own + index] ?? [] })
      await report(line, index === 0 ? started[0] : undefined)
    }
  } finally {
    for (const one of started) await one.end()
  }
}
