/** Sums of number fields. */
import type { Gid, WorkRecord } from '../../data/records.ts'

interface NumberValue {
  readonly gid: Gid
  readonly number_value?: number | null
}

/** The sums of number fields over tasks; a field without any value has none. */
export function totalsOf(tasks: Iterable<WorkRecord>, fields: readonly Gid[]): Readonly<Record<Gid, number>> {
  const totals: Record<Gid, number> = {}
  for (const { custom_fields } of tasks) {
    for (const { gid, number_value } of (custom_fields ?? []) as readonly NumberValue[]) {
      if (typeof number_value === 'number' && fields.includes(gid)) totals[gid] = (totals[gid] ?? 0) + number_value
    }
  }
  return totals
}
