/** The weeks of a calendar as a grid: a row for each week, a cell for each day. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Day } from './day.tsx'
import { layoutWeek, type Period, type Span, weekdayNames, weekNumber } from './weeks.ts'

interface Props {
  period: Period
  spans: readonly Span[]
  hasWeekNumbers: boolean
  /** Whether tasks are dots. */
  isSmall: boolean
  /** The day that Tab leads to. */
  day: string
  onChoose(day: string): void
}

/** The height of a line, and that of what is above the lines of a day. */
const LANE_PX = 26
const HEAD_PX = 30
const MIN_LANES = 2

/** How many lines fit in a day. */
function useLanes(weeks: RefObject<HTMLElement | null>, count: number): number {
  const [lanes, setLanes] = useState(MIN_LANES + 1)
  useEffect(() => {
    const element = weeks.current
    if (!element) return
    const measure = () => {
      const row = element.querySelector('.calendar-week')?.clientHeight ?? element.clientHeight / count
      setLanes(Math.max(MIN_LANES, Math.floor((row - HEAD_PX) / LANE_PX)))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [weeks, count])
  return lanes
}

export function WeeksGrid({ period, spans, hasWeekNumbers, isSmall, day, onChoose }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const { weeks, month, title } = period
  const lanes = useLanes(body, weeks.length)
  const cells = useMemo(() => weeks.map(week => layoutWeek(week, spans, lanes)), [weeks, spans, lanes])
  return (
    <div role="grid" className="calendar-grid" aria-label={title} data-numbers={hasWeekNumbers || undefined}>
      <div role="row" className="calendar-head">
        {hasWeekNumbers ? (
          <div role="columnheader" className="calendar-week-number">
            <span className="visually-hidden">Week</span>
          </div>
        ) : null}
        {weeks[0]?.map(first => {
          const { long, short } = weekdayNames(first)
          return (
            <div key={long} role="columnheader" className="calendar-weekday" aria-label={long}>
              {short}
            </div>
          )
        })}
      </div>
      <div role="rowgroup" ref={body} className="calendar-weeks" data-weeks={weeks.length}>
        {weeks.map((week, at) => (
          <div key={week[0]} role="row" className="calendar-week">
            {hasWeekNumbers ? (
              <div role="rowheader" className="calendar-week-number" aria-label={`Week ${weekNumber(week)}`}>
                {weekNumber(week)}
              </div>
            ) : null}
            {cells[at]?.map(cell => (
              <Day
                key={cell.day}
                cell={cell}
                month={month}
                isCurrent={cell.day === day}
                isSmall={isSmall}
                isChosen={cell.day === day}
                onChoose={() => onChoose(cell.day)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
