/** The calendar of a list: tasks on their days, which people move by pointer, finger and keys. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLoadedList } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { isFiltered, type ViewState } from '../../data/views.ts'
import { dayOf } from '../../text/format.ts'
import { type Command, useCommands } from '../commands.ts'
import { EmptyState } from '../display/empty_state.tsx'
import { openNewTask } from '../new_task.ts'
import { Problem } from '../states.tsx'
import { targetTasks } from '../target.ts'
import { useOpen } from '../task_list/use_open.ts'
import { PHONE, useMedia } from '../use_media.ts'
import { CalendarBar } from './calendar_bar.tsx'
import { type Calendar, CalendarContext } from './calendar_context.ts'
import { DayList } from './day_list.tsx'
import { Unscheduled } from './unscheduled.tsx'
import { useFocus } from './use_focus.ts'
import { useMoves } from './use_moves.ts'
import { usePeriod } from './use_period.ts'
import { useCalendarTasks } from './use_tasks.ts'
import { WeeksGrid } from './weeks_grid.tsx'
import './calendar.css'

interface Props {
  list: Gid
  view: ViewState
  canEdit: boolean
  /** The permalink of a task in this list. */
  hrefOf(task: Gid): string
  onClearFilters(): void
}

/** The day, which changes at midnight while the calendar is open. */
function useToday(): string {
  const [today, setToday] = useState(() => dayOf(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(new Date())), TODAY_CHECK_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}

const TODAY_CHECK_MS = 60_000

const addOn = (day: string): void => openNewTask({ due_on: day })

const MOVES: readonly (readonly [key: string, days: number, title: string])[] = [
  ['Alt+Shift+ArrowLeft', -1, 'Move to the day before'],
  ['Alt+Shift+ArrowRight', 1, 'Move to the next day'],
  ['Alt+Shift+ArrowUp', -7, 'Move to the week before'],
  ['Alt+Shift+ArrowDown', 7, 'Move to the next week'],
]

/** The task with the focus in the calendar. */
function focusedTask(calendar: HTMLElement | null): Gid | undefined {
  const chip = document.activeElement?.closest<HTMLElement>('.calendar-chip')
  const gid = chip && calendar?.contains(chip) ? chip.dataset.gid : undefined
  return gid && targetTasks().includes(gid) ? gid : undefined
}

export function TaskCalendar({ list, view, canEdit, hrefOf, onClearFilters }: Props) {
  const { isLoaded, error, reload } = useLoadedList(list, view.show)
  const calendar = useRef<HTMLDivElement>(null)
  const today = useToday()
  const { open } = useOpen()
  const latest = useRef(hrefOf)
  latest.current = hrefOf
  const context = useMemo<Calendar>(
    () => ({ canEdit, today, open, hrefOf: task => latest.current(task), add: addOn }),
    [canEdit, today, open],
  )
  const { spans, unscheduled } = useCalendarTasks(list, view)
  const control = usePeriod(today)
  const isPhone = useMedia(PHONE)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const add = (day: string) => canEdit && addOn(day)
  const place = useFocus({ calendar, period: control.period, day: control.day, goTo: control.goTo, add })
  const moves = useMoves({ calendar, canEdit })
  useCommands([
    { id: 'add_task', title: 'Add task', group: 'Create', when: () => canEdit, run: () => openNewTask({}) },
    ...MOVES.map(([key, days, title]): Command => {
      const run = () => {
        const task = focusedTask(calendar.current)
        const day = task && moves.shift(task, days)
        if (task && day) place.focus(day, task)
      }
      const when = () => canEdit && focusedTask(calendar.current) !== undefined
      return { id: `calendar ${key}`, title, group: 'Edit', keys: [key], when, run }
    }),
  ])
  useEffect(() => {
    if (isLoaded) performance.mark('workloom:rows')
  }, [isLoaded])
  if (error && !isLoaded) return <Problem error={error} retry={reload} />
  if (isLoaded && isFiltered(view) && spans.length + unscheduled.length === 0) {
    return <EmptyState title="No tasks match" action="Clear filters" onAction={onClearFilters} />
  }
  const { period, hasWeekNumbers } = control
  const chosen = place.day
  return (
    <CalendarContext.Provider value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys act on the days and tasks inside */}
      <div
        ref={calendar}
        className="calendar"
        aria-busy={!isLoaded}
        onKeyDown={place.onKeyDown}
        onFocus={place.onFocus}
        onBlur={place.onBlur}
      >
        <CalendarBar
          control={control}
          today={today}
          unscheduled={unscheduled.length}
          isOpen={isDrawerOpen}
          toggle={() => setDrawerOpen(!isDrawerOpen)}
        />
        <div className="calendar-body">
          <WeeksGrid
            {...{ period, spans, hasWeekNumbers }}
            isSmall={isPhone}
            day={chosen}
            onChoose={day => place.focus(day)}
          />
          {isPhone ? (
            <DayList
              day={chosen}
              tasks={spans.filter(({ start, end }) => start <= chosen && chosen <= end).map(({ gid }) => gid)}
            />
          ) : null}
          {isDrawerOpen ? <Unscheduled tasks={unscheduled} onClose={() => setDrawerOpen(false)} /> : null}
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {moves.announced}
      </p>
    </CalendarContext.Provider>
  )
}
