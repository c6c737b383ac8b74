/** What is above a calendar: its period, the steps to others, and the tasks without a date. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Inbox from 'lucide-react/icons/inbox'
import { Button } from '../button.tsx'
import { IconButton } from '../control/icon_button.tsx'
import { Segmented } from '../control/segmented.tsx'
import { Icon } from '../icon/icon.tsx'
import { PHONE, useMedia } from '../use_media.ts'
import type { PeriodControl } from './use_period.ts'
import type { Zoom } from './weeks.ts'

const ZOOMS: readonly { id: Zoom; label: string }[] = [
  { id: 'month', label: 'Month' },
  { id: 'two_weeks', label: 'Two weeks' },
  { id: 'week', label: 'Week' },
]

interface Props {
  control: PeriodControl
  today: string
  /** The number of tasks without a date, and whether they are shown. */
  unscheduled: number
  isOpen: boolean
  toggle(): void
}

export function CalendarBar({ control, today, unscheduled, isOpen, toggle }: Props) {
  const { period, step, goTo, setZoom } = control
  const isPhone = useMedia(PHONE)
  return (
    <div className="calendar-bar">
      <h2 className="calendar-title" aria-live="polite">
        {period.title}
      </h2>
      <IconButton size="small" icon={ChevronLeft} label="Previous" onPress={() => step(-1)} />
      <IconButton size="small" icon={ChevronRight} label="Next" onPress={() => step(1)} />
      <Button size="small" onPress={() => goTo(today)}>
        Today
      </Button>
      <span className="calendar-gap" />
      {isPhone ? null : <Segmented label="Period" options={ZOOMS} value={period.zoom} onChange={setZoom} />}
      <button
        type="button"
        className="button ghost small calendar-unscheduled-button"
        aria-label={`Unscheduled, ${unscheduled}`}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Icon of={Inbox} />
        <span className="calendar-label">Unscheduled</span>
        <span className="calendar-count" data-count={unscheduled} />
      </button>
    </div>
  )
}
