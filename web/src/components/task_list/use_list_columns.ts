/** The columns of a list as the view, the fields and the width of the window have them. */
import { useMemo } from 'react'
import { useCache, useComputed } from '../../data/hooks.ts'
import { PHONE, useMedia } from '../use_media.ts'
import { columnsOf, isNumberField, NAME_COLUMN } from './columns.ts'
import type { TaskListProps } from './task_list.tsx'
import type { ListStateHook } from './use_list_state.ts'

const NARROW_FIELD_COUNT = 3
const NO_FIELDS: readonly string[] = []

export function useListColumns({ view, defaultColumns, columnMenu }: TaskListProps, widths: ListStateHook['widths']) {
  const { records } = useCache()
  const isNarrow = useMedia(PHONE)
  const key = useMemo(() => ({ view, defaultColumns, widths, columnMenu }), [view, defaultColumns, widths, columnMenu])
  const all = useComputed(
    () => columnsOf({ view, defaults: defaultColumns, widths, menuOf: columnMenu, get: records.get }),
    gid => defaultColumns.includes(gid) || view.columns?.some(({ field }) => field === gid) === true,
    key,
  )
  return useMemo(() => {
    const fields = all.map(({ id }) => id).filter(id => id !== NAME_COLUMN)
    const summed = isNarrow ? NO_FIELDS : fields.filter(id => isNumberField(records.get(id)))
    return {
      ...{ isNarrow, fields: isNarrow ? fields.slice(0, NARROW_FIELD_COUNT) : NO_FIELDS, summed },
      columns: isNarrow ? all.slice(0, 1).map(column => ({ ...column, width: 0 })) : all,
    }
  }, [all, isNarrow, records])
}
