/**
 * Sums of number fields by section, from which a task is taken out as it was put in. Invariant: they are exact decimals, so
 * that they depend neither on the order of the tasks nor on former ones.
 */
import type { Gid, WorkRecord } from '../records.ts'

/** A task that is counted in its section. */
interface Summed {
  readonly section: Gid | null
  readonly task: WorkRecord
}

interface NumberValue {
  readonly gid: Gid
  readonly number_value?: number | null
}

interface Sum {
  readonly scaled: bigint
  readonly count: number
}

/** Numbers have at most six decimals. */
const SCALE = 1_000_000

export interface Sums {
  /** Begins anew with these fields and tasks. */
  reset(fields: readonly Gid[], tasks: readonly Summed[]): void
  /** Puts a task in, or with -1 takes it out. */
  add(one: Summed, sign: 1 | -1): void
  /** The sums of a section; a field without any value has none. */
  of(section: Gid): Readonly<Record<Gid, number>>
}

export function createSums(): Sums {
  let fields: readonly Gid[] = []
  const sections = new Map<Gid | null, Map<Gid, Sum>>()
  const add = ({ section, task }: Summed, sign: 1 | -1): void => {
    if (fields.length === 0) return
    const sums = sections.get(section) ?? new Map<Gid, Sum>()
    sections.set(section, sums)
    for (const { gid, number_value: value } of (task.custom_fields ?? []) as readonly NumberValue[]) {
      if (typeof value !== 'number' || !Number.isFinite(value * SCALE) || !fields.includes(gid)) continue
      const { scaled, count } = sums.get(gid) ?? { scaled: 0n, count: 0 }
      sums.set(gid, { scaled: scaled + BigInt(sign * Math.round(value * SCALE)), count: count + sign })
    }
  }
  return {
    reset: (next, tasks) => {
      fields = next
      sections.clear()
      for (const one of tasks) add(one, 1)
    },
    add,
    of: section => {
      const sums = [...(sections.get(section) ?? [])].filter(([, { count }]) => count > 0)
      return Object.fromEntries(sums.map(([gid, { scaled }]) => [gid, Number(scaled) / SCALE]))
    },
  }
}
