/** The due date as a choice: the usual days, and any other in words. The command menu asks for it so, without a calendar. */
import { useCallback, useMemo, useState } from 'react'
import { useCache } from '../../../data/hooks.ts'
import type { WorkRecord } from '../../../data/records.ts'
import { setDates } from '../../../data/task_changes.ts'
import { type DueDates, dayOf, formatLongDay } from '../../../text/format.ts'
import { useAct } from '../../act.ts'
import { type DateEnd, draftOf, formatEnd, usualDays, valuesOf, withEnd } from '../../date_picker/draft.ts'
import { useWordParser } from '../../date_picker/use_word_parser.ts'
import type { PickerOption } from '../../picker/option.ts'
import { Picker } from '../../picker/picker.tsx'
import { useRecords } from '../use_records.ts'
import type { TaskPickerProps } from './task_pickers.tsx'
import { commonOf, countOf } from './words.ts'

/** A day and perhaps a time as the ID of an option. */
const idOf = ({ day, time }: DateEnd): string => (time ? `${day} ${time}` : day)

function endOf(id: string): DateEnd {
  const [day = '', time = null] = id.split(' ')
  return { day, time }
}

const draftOfTask = (task: WorkRecord | undefined) => draftOf((task ?? {}) as DueDates)

/** Sets the due date of tasks. Each keeps its start, and its time where none is chosen. */
export function DueDayPicker({ tasks, ...place }: TaskPickerProps) {
  const cache = useCache()
  const act = useAct()
  const [now] = useState(() => new Date())
  const parser = useWordParser()
  const recognize = useCallback(
    (text: string): PickerOption[] => {
      const end = parser?.parseWords(text, now)
      return end ? [{ id: idOf(end), label: formatEnd(end) }] : []
    },
    [parser, now],
  )
  const options = useMemo(
    () => usualDays(dayOf(now)).map(([label, day]) => ({ id: day, label, detail: formatLongDay(day) })),
    [now],
  )
  const ends = useRecords(tasks)
    .map(task => draftOfTask(task).due)
    .map(end => (end ? idOf(end) : null))
  const change = (id: string | null) => {
    const steps = tasks.flatMap(task => {
      const draft = draftOfTask(cache.records.get(task))
      const end = id === null ? null : endOf(id)
      const next = end
        ? withEnd(draft, 'due', { ...end, time: end.time ?? draft.due?.time ?? null })
        : { start: null, due: null }
      const dates = valuesOf(next)
      return dates ? [setDates(cache, task, dates)] : []
    })
    act({ title: `${countOf(tasks)} rescheduled`, steps }, { isQuiet: tasks.length === 1 })
  }
  return (
    <Picker
      {...{ ...place, label: 'Due date', options, recognize }}
      emptyLabel="None"
      {...commonOf(ends)}
      onChange={change}
    />
  )
}
